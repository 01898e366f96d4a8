import { sql } from "@/lib/core/db/sql";

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

/** The values that audit logs have of a person: names, email and IP addresses, external ids, also former ones. */
export const listPersonalValues = sql<{ userId: string }, { value: string }>(
  "list-personal-values",
  { value: "text" },
  "SELECT DISTINCT value FROM audit_personal_values WHERE user_id = :userId",
);

/**
 * Erases a person from all audit logs: their values, and equal ones, in any case, in entries that name no person. The
 * entries and their hashes stay as they are.
 */
export const deletePersonalValues = sql<{ userId: string; values: readonly string[] }>(
  "delete-personal-values",
  {},
  `
  DELETE FROM audit_personal_values
  WHERE user_id = :userId OR (user_id IS NULL AND lower(value) = ANY(ARRAY(SELECT lower(unnest(:values::text[])))))`,
);
