/**
 * Outcome of an event `e` as people read it. Don't allow is stored as a denial, but it is a seller's
 * decision, so it is neither shown nor counted as an error.
 */
export const OUTCOME = `CASE
  WHEN e.outcome = 'refused' AND e.reason = 'access_denied' AND e."check" = 'consent_given'
  THEN 'declined' ELSE e.outcome::text END`;
