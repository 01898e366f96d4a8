/** Places and digests of an audit row's personal values. A row written by hand may have anything there. */
const DIGESTS =
  "jsonb_each_text(CASE jsonb_typeof(a.personal) WHEN 'object' THEN a.personal END) AS digests (place, digest)";

/** The personal values of audit row `a` by place (`after.email`), null where erased; null if the row has none. */
export const PERSONAL_VALUES = `(
  SELECT jsonb_object_agg(digests.place, v.value)
  FROM ${DIGESTS} LEFT JOIN audit_personal_values v USING (digest))`;

/** One row: how many personal values of audit row `a` were `erased`, and whether the others `fit` their digests. */
export const PERSONAL_CHECK = `
  SELECT count(*) FILTER (WHERE v.digest IS NULL)::int AS erased,
    coalesce(bool_and(v.digest = audit_digest(v.salt, v.value)), true) AS fit
  FROM ${DIGESTS} LEFT JOIN audit_personal_values v USING (digest)`;
