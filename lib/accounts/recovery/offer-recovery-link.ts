import { makeRecoveryToken } from "@/lib/accounts/recovery/recovery-token";
import { findPersonByEmail } from "@/lib/accounts/recovery/repository";
import { env } from "@/lib/kernel/env";

const LINK_SECONDS = 60 * 60;

/**
 * A link by which a person sets a new password without the old one and without their second factor,
 * once, within an hour. For whoever has the shell of the server, and nobody else.
 * @returns the link, or null when nobody has the e-mail address
 */
export async function offerRecoveryLink(email: string): Promise<string | null> {
  const person = await findPersonByEmail(email.trim().toLowerCase());
  if (!person) return null;
  const expires = Math.floor(Date.now() / 1000) + LINK_SECONDS;
  return `${env().baseUrl}/recover/${makeRecoveryToken(person.id, expires, person.passwordHash)}`;
}
