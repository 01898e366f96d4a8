import { recordFailedSignIn } from "@/lib/audit/record-account-event";
import { checkPassword } from "@/lib/auth/check-password";
import { openSession, type SessionOrigin } from "@/lib/auth/open-session";
import { findCredentials } from "@/lib/auth/repository";
import { newId } from "@/lib/kernel/crypto/ids";
import { hashPassword } from "@/lib/kernel/crypto/passwords";
import { db } from "@/lib/kernel/db/client";
import { log } from "@/lib/kernel/log";
import { processState } from "@/lib/kernel/process-state";

/**
 * Checks an e-mail and password and opens a session; of a person who has a second factor, one that
 * waits for it.
 * @returns the person's id and the session's, or null when the pair does not fit. Takes as long for
 * an unknown e-mail as for a wrong password.
 * @throws ServiceError slow_down after too many failures from this network
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
  const state = person.hasSecondFactor ? "second_factor_pending" : "live";
  const sessionId = await openSession(db(), person.id, state, from);
  return { userId: person.id, sessionId };
}

// Not waited for: the time taken must not tell that somebody has the e-mail.
function noteFailure(
  userId: string,
  { ipAddress, requestId = newId() }: Parameters<typeof signIn>[2],
): void {
  recordFailedSignIn(db(), userId, { ipAddress, requestId }, "password").catch((err: unknown) => {
    log().error({ err, request_id: requestId }, "failed sign-in not recorded");
  });
}

// Verified against when nobody has the e-mail, so that the time taken does not tell.
function decoyHash(): Promise<string> {
  return processState("decoy-password-hash", () => hashPassword("nobody has this password"));
}
