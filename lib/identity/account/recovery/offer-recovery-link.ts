import { findPersonByEmail, insertLink } from "@/lib/identity/account/recovery/repository";
import { newLink } from "@/lib/identity/sessions/link";

/** How long a link that sets a new password works. */
const LINK_SECONDS = 60 * 60;

/**
 * Creates a link with which a person can set a new password without the old one and without their second factor, once,
 * within an hour. Only for people with access to the server's shell.
 * @returns the link, or null if there is no account with a password for the email address
 */
export async function offerRecoveryLink(email: string): Promise<string | null> {
  const person = await findPersonByEmail(email.trim().toLowerCase());
  return person && newRecoveryLink(person.id, { isMailed: false });
}

/** Creates a link that sets a person's new password. */
export async function newRecoveryLink(userId: string, how: { isMailed: boolean }): Promise<string> {
  const { stored, link } = newLink("recover", LINK_SECONDS);
  await insertLink(userId, { ...stored, ...how });
  return link;
}
