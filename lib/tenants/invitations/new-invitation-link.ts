import { newLink } from "@/lib/identity/sessions/new-link";

const LINK_SECONDS = 7 * 24 * 60 * 60;

/** The link of an invitation, and the part of it that is stored. */
export type InvitationLink = ReturnType<typeof newLink>;

/** Creates the link of an invitation, valid for seven days. */
export function newInvitationLink(): InvitationLink {
  return newLink("invitation", LINK_SECONDS);
}
