import { makeRecoveryToken } from "@/lib/accounts/recovery/recovery-token";
import { findPersonByEmail } from "@/lib/accounts/recovery/repository";
import { env } from "@/lib/kernel/env";

const LINK_SECONDS = 60 * 60;

/**
 * Creates a link with which a person can set a new password without the old one and without their second factor, once,
 * within an hour. Only for operators with shell access.
 * @returns the link, or null if there is no account with the e-mail address
 */
export async function offerRecoveryLink(email: string): Promise<string | null> {
  const person = await findPersonByEmail(email.trim().toLowerCase());
  if (!person) return null;
  const expires = Math.floor(Date.now() / 1000) + LINK_SECONDS;
  return `${env().baseUrl}/recover/${makeRecoveryToken(person.id, expires, person.passwordHash)}`;
}
