/** Outcomes of the forms on the page of a company's people; part of the page's URL. */
const peopleNotices = [
  "invited",
  "invitation_revoked",
  "role_changed",
  "removed",
  "invalid_address",
  "already_member",
  "already_invited",
  "too_many_invitations",
  "no_such_invitation",
  "no_such_person",
  "last_owner",
  "managed",
  "not_allowed",
  "company_closed",
] as const;

export type PeopleNotice = (typeof peopleNotices)[number];

/** Whether a text is one of {@link peopleNotices}. */
export function isPeopleNotice(text: string | undefined): text is PeopleNotice {
  return peopleNotices.some((notice) => notice === text);
}

/** Members on a page of the list. */
export const PEOPLE_PAGE_SIZE = 50;

/** Maximum number of open invitations of an organization or company: they go to strangers, and fit on one page. */
export const MAX_OPEN_INVITATIONS = 100;
