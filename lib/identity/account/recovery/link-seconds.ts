/** How long a link that sets a new password works. */
export const LINK_SECONDS = 60 * 60;
