import { recordFailedSignIn } from "@/lib/audit/record-account-event";
import { newId } from "@/lib/core/crypto/ids";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import { processState } from "@/lib/core/process/process-state";
import { log } from "@/lib/core/telemetry/log";
import { checkPassword } from "@/lib/identity/sessions/check-password";
import { openSession, type SessionOrigin } from "@/lib/identity/sessions/open-session";
import { findCredentials } from "@/lib/identity/sessions/repository";

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
  if (!fits && person) noteFailure(person.id, from);
  if (!person || !fits) return null;
  if (!env().passwordSignIn && !person.isOperator) throw passwordsOff();
  const state = person.hasSecondFactor ? "second_factor_pending" : "live";
  const sessionId = await openSession(db(), person.id, state, from);
  return { userId: person.id, sessionId };
}

function passwordsOff(): ServiceError {
  return new ServiceError("forbidden", "Passwords are turned off here. Sign in at the provider.");
}

// Not awaited: the timing must not reveal whether the account exists.
function noteFailure(
  userId: string,
  { ipAddress, requestId = newId() }: Parameters<typeof signIn>[2],
): void {
  recordFailedSignIn(db(), userId, { ipAddress, requestId }, "password").catch((err: unknown) => {
    log().error({ err, request_id: requestId }, "could not record a failed sign-in");
  });
}

// Verified if there is no such account, so that the timing does not reveal it.
function decoyHash(): Promise<string> {
  return processState("decoy-password-hash", () => hashPassword("nobody has this password"));
}
