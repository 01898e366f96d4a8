import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { sealSecret } from "@/lib/core/crypto/secret-box";
import { type Database, transaction } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { env } from "@/lib/core/env/env";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { EXTERNAL_ID } from "@/lib/core/schemas/id-forms";
import { openSession } from "@/lib/identity/sessions/open-session";
import {
  applyClaims,
  type PersonClaims,
  readClaims,
  usedSecondFactor,
} from "@/lib/platform/provider/claims/apply-claims";
import { ProviderFailure, requireProvider } from "@/lib/platform/provider/provider";

export type ProviderAnswer = {
  /** Checked. */
  claims: { sub: string } & Readonly<Record<string, unknown>>;
  idToken: string;
  state: string;
  /** Whether the provider was asked to authenticate the person again. */
  isFresh: boolean;
};

// Longer than any attempt's cookie.
const STATE_MS = 60 * 60 * 1000;
// Signing out passes the ID token on in an address, which must not become too long.
const LONGEST_ID_TOKEN = 4_000;

/**
 * Opens a session for the person named by an ID token: the one whose id at the platform is its `sub`, never one with the
 * same email address. An unknown person is created. Claims replace the memberships that came from
 * claims. The session waits for the second factor if the person has one here and the provider's does not count.
 * @throws ProviderFailure saying why there is no session
 */
export function completeSignIn(
  answer: ProviderAnswer,
  info: RequestInfo,
): Promise<{ sessionId: string; isPending: boolean }> {
  const { claims } = answer;
  const sid = typeof claims.sid === "string" && claims.sid.length <= 255 ? claims.sid : null;
  const settings = requireProvider();
  const profile = readClaims(claims, settings);
  const secondFactor = usedSecondFactor(claims, settings);
  return transaction(async (tx) => {
    await consumeState(tx, answer.state);
    await requireExternalId(tx, claims.sub);
    const person = await findOrCreatePerson(tx, claims.sub, profile);
    if (person.deactivatedAt) {
      throw new ProviderFailure("provider_deactivated", "the person is deactivated");
    }
    await updateProfile(tx, person.id, profile);
    const ignoredClaims = await applyClaims(tx, person.id, profile, info);
    const isPending = Boolean(person.secondFactor?.confirmedAt) && !secondFactor;
    const state = isPending ? "second_factor_pending" : "live";
    const sessionId = await openSession(tx, person.id, state, info);
    const id = newId();
    await tx.providerSession.create({
      data: {
        id,
        sessionId,
        sid,
        ...sealIdToken(id, answer.idToken),
        secondFactor,
        authenticatedAt: authenticationTime(answer),
        ignoredClaims,
      },
      select: { sessionId: true },
    });
    return { sessionId, isPending };
  });
}

/** Rejects a `sub` that is no id at the platform, or that equals our id of a person, who may have none there. */
export async function requireExternalId(tx: Database, sub: string): Promise<void> {
  if (!EXTERNAL_ID.test(sub)) {
    throw new ProviderFailure("provider_subject", "the sub is not an external_id");
  }
  if ((await tx.user.count({ where: { id: sub } })) > 0) {
    throw new ProviderFailure("provider_subject", "the sub is our id of another person");
  }
}

/** Marks an attempt's state as used, so that its response opens one session. @throws ProviderFailure if it was used */
export async function consumeState(tx: Database, state: string): Promise<void> {
  if (await takeOnce(tx, `state:${state}`, new Date(Date.now() + STATE_MS))) return;
  throw new ProviderFailure("provider_state", "the response was used before");
}

function sealIdToken(id: string, idToken: string) {
  if (idToken.length > LONGEST_ID_TOKEN) return { encrypted: null, encryptionKeyId: null };
  const { keyId, sealed } = sealSecret(env().encryptionKeys, idToken, `id-token:${id}`);
  return { encrypted: new Uint8Array(sealed), encryptionKeyId: keyId };
}

function authenticationTime({ claims, isFresh }: ProviderAnswer): Date | null {
  const { auth_time: time, iat } = claims;
  if (typeof time === "number") return new Date(time * 1000);
  return isFresh && typeof iat === "number" ? new Date(iat * 1000) : null;
}

type ProviderPerson = {
  id: string;
  deactivatedAt: Date | null;
  secondFactor: { confirmedAt: Date | null } | null;
};

/** The provider's data about a person; null for what is missing. */
type ProviderProfile = Pick<PersonClaims, "email" | "isEmailVerified" | "firstName" | "lastName">;

export const lockPerson = sql<{ externalId: string }>(
  "lock-person-at-sign-in",
  {},
  "SELECT 1 FROM users WHERE external_id = :externalId FOR UPDATE",
);

/** Finds the person with this id at the platform and locks their row, or creates them. */
async function findOrCreatePerson(
  tx: Database,
  externalId: string,
  profile: ProviderProfile,
): Promise<ProviderPerson> {
  const { email, firstName, lastName } = profile;
  const name = { firstName: firstName ?? email ?? externalId, lastName: lastName ?? "" };
  await tx.user.createMany({
    data: { id: newId(), externalId, email, ...name, firstName: name.firstName.slice(0, 120) },
    skipDuplicates: true,
  });
  await lockPerson({ externalId }, tx);
  const person = await tx.user.findUnique({
    where: { externalId },
    select: {
      id: true,
      deactivatedAt: true,
      secondFactor: { select: { confirmedAt: true } },
    },
  });
  // The person was erased, or linked another account, after the first statement. Their account at the provider is new here.
  return person ?? findOrCreatePerson(tx, externalId, profile);
}

/** Updates what the platform knows. An account with a password keeps its address, which can only be verified. */
async function updateProfile(
  tx: Database,
  userId: string,
  { email, isEmailVerified, firstName, lastName }: ProviderProfile,
): Promise<void> {
  const emailVerifiedAt = isEmailVerified ? new Date() : null;
  await tx.user.updateMany({
    where: { id: userId, passwordHash: null },
    data: {
      ...(email && { email, emailVerifiedAt }),
      ...(firstName && { firstName }),
      ...(lastName && { lastName }),
    },
  });
  if (!emailVerifiedAt) return;
  const where = { id: userId, email, emailVerifiedAt: null };
  await tx.user.updateMany({ where, data: { emailVerifiedAt } });
}

/** Uses up a `state:…` or `jti:…` of the provider, in every process. @returns false if it was used before */
export async function takeOnce(tx: Database, value: string, expiresAt: Date): Promise<boolean> {
  const { count } = await tx.providerReplay.createMany({
    data: { valueHash: new Uint8Array(sha256(value)), expiresAt },
    skipDuplicates: true,
  });
  return count === 1;
}
