/** Maximum number of open invitations of an organization or company: they go to strangers, and fit on one page. */
export const MAX_OPEN_INVITATIONS = 100;
