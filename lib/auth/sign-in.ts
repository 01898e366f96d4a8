import { countWrongPassword, refuseIfGuessingPasswords } from "@/lib/auth/limit-guessing-passwords";
import { findCredentials, insertSession } from "@/lib/auth/repository";
import { hashPassword, verifyPassword } from "@/lib/crypto/passwords";
import { processState } from "@/lib/process-state";

/** How long a session lasts, in seconds: 12 hours, a working day. */
export const SESSION_SECONDS = 12 * 60 * 60;

/**
 * Checks an e-mail and password and opens a session.
 * @returns the person's id and the session's, or null when the pair does not fit. Takes as long for
 * an unknown e-mail as for a wrong password.
 * @throws ServiceError slow_down after too many failures from this network
 */
export async function signIn(
  email: string,
  password: string,
  from: { ipAddress: string | null; userAgent: string | null },
): Promise<{ userId: string; sessionId: string } | null> {
  const account = email.trim().toLowerCase();
  refuseIfGuessingPasswords(account, from.ipAddress);
  const person = await findCredentials(account);
  const fits = await verifyPassword(person?.passwordHash ?? (await decoyHash()), password);
  if (!person || !fits) {
    await countWrongPassword(account, from.ipAddress);
    return null;
  }
  const expiresAt = new Date(Date.now() + SESSION_SECONDS * 1000);
  const sessionId = await insertSession({ userId: person.id, expiresAt, ...from });
  return { userId: person.id, sessionId };
}

// Verified against when nobody has the e-mail, so that the time taken does not tell.
function decoyHash(): Promise<string> {
  return processState("decoy-password-hash", () => hashPassword("nobody has this password"));
}
