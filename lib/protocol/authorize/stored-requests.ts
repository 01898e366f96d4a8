import { randomBytes } from "node:crypto";
import { sha256 } from "@/lib/core/crypto/hash";
import { db } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { networkOf } from "@/lib/core/http/ip-address";
import type { Subject } from "@/lib/core/subject";
import type { AuthorizeContext } from "@/lib/protocol/authorize/authorize-context";

// A verified authorize request is stored while it waits: for the browser if the client pushed it, for a sign-in, or for
// a person's consent. It is answered once.

/** Whom a request waits for, and how long. */
type Waiting = {
  /** Until it expires. */
  seconds: number;
  /** The person who is asked for consent; null until someone is. */
  userId: string | null;
  /** Set for a request that anyone can send: the address of the browser, whose network stores a bounded number. */
  strangerAddress?: string | null;
};

/**
 * Stores a request that passed all checks but those about the person.
 * @returns its id, which is also its reference: whoever knows it may continue the request
 */
export async function storeRequest(
  { parameters, subject, scopes }: Pick<AuthorizeContext, "parameters" | "subject" | "scopes">,
  { seconds, userId, strangerAddress }: Waiting,
): Promise<string> {
  const id = randomBytes(24).toString("base64url");
  const isOfStranger = strangerAddress !== undefined;
  const network = isOfStranger ? sha256(networkOf(strangerAddress)).toString("base64url") : null;
  const { clientId, redirectUri, state, codeChallenge, prompt } = parameters;
  await db().authorizationRequest.create({
    data: {
      id,
      clientId,
      ...subject,
      userId,
      redirectUri,
      scopes: [...scopes],
      state,
      codeChallenge,
      prompt,
      network,
      expiresAt: new Date(Date.now() + seconds * 1000),
    },
    select: { id: true },
  });
  if (network !== null) await deleteSurplus({ network });
  return id;
}

/** Requests of strangers that one network may have waiting; the oldest give way. */
export const MAX_OF_A_NETWORK = 1_000;

const deleteSurplus = sql<{ network: string }>(
  "delete-surplus-authorize-requests",
  {},
  `DELETE FROM authorization_requests WHERE id IN (
     SELECT id FROM authorization_requests WHERE id IN (
       SELECT id FROM authorization_requests WHERE network = :network
       ORDER BY expires_at DESC OFFSET ${MAX_OF_A_NETWORK})
     FOR UPDATE SKIP LOCKED)`,
);

const waiting = (id: string) => ({ id, decision: null, expiresAt: { gt: new Date() } });

/** A waiting request of a client and subject, or null: unknown, answered, or expired. */
export function findWaitingRequest(id: string, clientId: string, subject: Subject) {
  return db().authorizationRequest.findFirst({
    where: { ...waiting(id), clientId, ...subject },
    select: {
      clientId: true,
      redirectUri: true,
      scopes: true,
      state: true,
      codeChallenge: true,
      prompt: true,
    },
  });
}

/**
 * Makes a request wait for a person's consent; no row unless it was still waiting. Whoever opened it last is asked, so
 * people can switch accounts. Only the first time moves its expiry; otherwise reloads would keep it alive.
 */
export const askForConsent = sql<{ id: string; userId: string; seconds: number }, { id: string }>(
  "ask-for-consent",
  { id: "text" },
  `UPDATE authorization_requests SET user_id = :userId, network = NULL,
     expires_at = CASE WHEN user_id IS NULL THEN now() + make_interval(secs => :seconds::int) ELSE expires_at END
   WHERE id = :id AND decision IS NULL AND expires_at > now() RETURNING id`,
);

/** Answers a request that needs no consent. Returns whether it was still waiting. */
export async function answerRequest(id: string, userId: string): Promise<boolean> {
  const { count } = await db().authorizationRequest.updateMany({
    where: waiting(id),
    data: { userId, network: null, decision: "allowed", decidedAt: new Date() },
  });
  return count === 1;
}
