import { recordFailedSignIn } from "@/lib/audit/record-account-event";
import { newId } from "@/lib/core/crypto/ids";
import { hashPassword, inPasswordQueue, verifyPassword } from "@/lib/core/crypto/passwords";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import { networkOf } from "@/lib/core/http/ip-address";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { type FailureLimit, reserveAttempt } from "@/lib/core/limits/failure-limit";
import { processState } from "@/lib/core/process/process-state";
import { log } from "@/lib/core/telemetry/log";
import { openSession, type SessionOrigin } from "@/lib/identity/sessions/open-session";
import { providerHref } from "@/lib/identity/sessions/sign-in-return-path";

// By account and network, and by network alone; never by account alone, which would let anyone lock an account.
const ANY_ACCOUNT: FailureLimit = { name: "password-spray", failures: 50, windowSeconds: 300 };
const ONE_ACCOUNT: FailureLimit = { name: "wrong-password", failures: 10, windowSeconds: 300 };

/**
 * Checks a password that may be a guess, which counts once however it is normalized. A hash of a text that is not in NFC,
 * which earlier versions stored, is replaced.
 * @param account email address in lower case, with or without an account
 * @throws ServiceError too_many_requests with Retry-After after too many wrong attempts
 */
export function checkPassword(
  account: string,
  passwordHash: string,
  password: string,
  ipAddress: string | null,
): Promise<boolean> {
  const network = networkOf(ipAddress);
  // Reserved only at its turn in the queue, so that concurrent sign-ins wait for each other instead of using up the
  // network's attempts.
  return inPasswordQueue(async () => {
    const attempt = await reserveAttempt([
      { limit: ANY_ACCOUNT, parts: [network] },
      { limit: ONE_ACCOUNT, parts: [account, network] },
    ]);
    const match = await verifyPassword(passwordHash, password);
    if (match === null) return false;
    await attempt.refund();
    if (match.replacement) await replacePasswordHash(account, passwordHash, match.replacement);
    return true;
  });
}

/**
 * Checks an email address and password and opens a session, which waits for the second factor if the person has one.
 * @returns the ids of the person and the session, or null if the credentials are wrong. An unknown email address takes
 * as long as a wrong password.
 * @throws ServiceError too_many_requests after too many failures from this network; forbidden for the right password of someone
 * who must sign in at the provider
 */
export async function signIn(
  email: string,
  password: string,
  from: SessionOrigin & { requestId?: string },
): Promise<{ userId: string; sessionId: string } | null> {
  const account = email.trim().toLowerCase();
  const person = await findCredentials(account);
  const passwordHash = person?.passwordHash ?? (await decoyHash());
  const fits = await checkPassword(account, passwordHash, password, from.ipAddress);
  if (!fits && person) {
    const info = { ipAddress: from.ipAddress, requestId: from.requestId ?? newId() };
    // Not awaited: the timing must not reveal whether the account exists.
    recordFailedSignIn(db(), person.id, info, "password").catch((err: unknown) => {
      log().error({ err, request_id: info.requestId }, "could not record a failed sign-in");
    });
  }
  if (!person || !fits) return null;
  if (!env().passwordSignIn && !person.isOperator)
    throw new ServiceError("forbidden", "Passwords are turned off here. Sign in at the provider.");
  const state = person.hasSecondFactor ? "second_factor_pending" : "live";
  const sessionId = await openSession(db(), person.id, state, from);
  return { userId: person.id, sessionId };
}

// Verified if there is no such account, so that the timing does not reveal it.
function decoyHash(): Promise<string> {
  return processState("decoy-password-hash", () => hashPassword("nobody has this password"));
}

// Long enough to come back from the provider and press the button.
const FRESH_MS = 10 * 60 * 1000;

/**
 * Re-authenticates a signed-in person: by their password, or, for a person without one, by a sign-in at the provider in
 * this session at most 10 minutes ago.
 * @param sent the password as sent, in a field of that name, and the session
 * @throws ServiceError invalid_request saying what is missing; too_many_requests after too many wrong passwords
 */
export async function confirmPerson(
  userId: string,
  sent: { password: string | undefined; sessionId: string | null },
  ipAddress: string | null,
): Promise<void> {
  const { provider, baseUrl } = env();
  if (!provider || (await findOwnCredentials(userId))) {
    return confirmPassword(userId, sent.password, ipAddress);
  }
  const time = sent.sessionId && (await findAuthenticationTime(sent.sessionId, userId));
  if (time && Date.now() - time.getTime() <= FRESH_MS) return;
  const message = `sign in again at ${provider.name}, then try again within 10 minutes`;
  throw new ServiceError(
    "invalid_request",
    `password: ${message}: ${baseUrl}${providerHref("/", "again")}`,
    {
      fields: [{ path: "password", message }],
    },
  );
}

/** Checks a signed-in person's password. @throws ServiceError invalid_request; too_many_requests after too many */
export async function confirmPassword(
  userId: string,
  password: string | undefined,
  ipAddress: string | null,
): Promise<void> {
  if (!password) throw invalidPassword("is required: enter your password again");
  const person = await findOwnCredentials(userId);
  if (!person) throw invalidPassword("is not yours");
  if (await checkPassword(person.email, person.passwordHash, password, ipAddress)) return;
  throw invalidPassword("is not yours");
}

/** Whether this is the signed-in person's password. @throws ServiceError too_many_requests after too many wrong ones */
export async function isOwnPassword(
  userId: string,
  password: string | undefined,
  { ipAddress }: RequestInfo,
): Promise<boolean> {
  try {
    await confirmPassword(userId, password, ipAddress);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "invalid_request") return false;
    throw error;
  }
}

function invalidPassword(message: string): ServiceError {
  return new ServiceError("invalid_request", `password: ${message}`, {
    fields: [{ path: "password", message }],
  });
}

/** Finds a person who may sign in, by email in lower case. */
export async function findCredentials(email: string) {
  const person = await db().user.findFirst({
    where: { email, passwordHash: { not: null }, deactivatedAt: null },
    select: {
      id: true,
      passwordHash: true,
      operatorRole: true,
      secondFactor: { select: { confirmedAt: true } },
    },
  });
  if (!person?.passwordHash) return null;
  return {
    id: person.id,
    passwordHash: person.passwordHash,
    hasSecondFactor: Boolean(person.secondFactor?.confirmedAt),
    isOperator: person.operatorRole !== null,
  };
}

/** The facts for checking the password of a signed-in person; null if they have none or may not sign in. */
export async function findOwnCredentials(
  userId: string,
): Promise<{ email: string; passwordHash: string } | null> {
  const person = await db().user.findFirst({
    where: { id: userId, deactivatedAt: null },
    select: { email: true, passwordHash: true },
  });
  if (!person?.email || !person.passwordHash) return null;
  return { email: person.email, passwordHash: person.passwordHash };
}

/** Replaces a password's hash by another of the same password, unless the password was changed meanwhile. */
export async function replacePasswordHash(
  email: string,
  passwordHash: string,
  replacement: string,
): Promise<void> {
  await db().user.updateMany({
    where: { email, passwordHash },
    data: { passwordHash: replacement },
  });
}

/** When a person last proved in this session, at the sign-in provider, who they are; null if unknown. */
export async function findAuthenticationTime(
  sessionId: string,
  userId: string,
): Promise<Date | null> {
  const row = await db().providerSession.findFirst({
    where: { sessionId, session: { userId } },
    select: { authenticatedAt: true },
  });
  return row?.authenticatedAt ?? null;
}
