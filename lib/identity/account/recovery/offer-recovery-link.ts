import { LINK_SECONDS } from "@/lib/identity/account/recovery/link-seconds";
import { findPersonByEmail, insertLink } from "@/lib/identity/account/recovery/repository";
import { newLink } from "@/lib/identity/sessions/new-link";

/**
 * Creates a link with which a person can set a new password without the old one and without their second factor, once,
 * within an hour. Only for people with access to the server's shell.
 * @returns the link, or null if there is no account with a password for the email address
 */
export async function offerRecoveryLink(email: string): Promise<string | null> {
  const person = await findPersonByEmail(email.trim().toLowerCase());
  if (!person) return null;
  const { stored, link } = newLink("recover", LINK_SECONDS);
  await insertLink(person.id, { ...stored, isMailed: false });
  return link;
}
