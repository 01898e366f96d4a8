/**
 * Outcome of an event `e` as people read it. That a seller chose Don't allow is stored as a denial, and
 * is a decision all the same: it is neither an error nor counted as one.
 */
export const OUTCOME = `CASE
  WHEN e.outcome = 'refused' AND e.reason = 'access_denied' AND e."check" = 'consent_given'
  THEN 'declined' ELSE e.outcome::text END`;
