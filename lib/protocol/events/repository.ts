import { sql } from "@/lib/core/db/sql";
import type { CheckName } from "@/lib/core/diagnosis/check-values";
import type { EventKind } from "@/lib/protocol/events/values";

/** A denial. Its ids come from the request and may not exist, which only shows for that of the client. */
type DenialRow = {
  kind: EventKind;
  clientId: string | null;
  companyId: number | null;
  organizationId: string | null;
  reason: string;
  detail: string;
  check: CheckName;
  /** As JSON, as are input and fix. */
  difference: string | null;
  input: string;
  fix: string | null;
  authenticated: boolean;
  signedIn: boolean;
  requestId: string;
};

// The id of a client that does not exist may be a secret in the wrong place. Those of companies and organizations are
// stored as sent: otherwise the log of any client would say which ones exist.
const INSERT = `
  INSERT INTO authorization_events (kind, outcome, client_id, company_id, organization_id, reason, detail,
    "check", difference, input, fix, authenticated, signed_in, request_id)
  SELECT :kind, 'refused'::authorization_outcome,
    (SELECT client_id FROM clients WHERE client_id = :clientId), :companyId::bigint, :organizationId,
    :reason, :detail, :check, :difference::jsonb, :input::jsonb, :fix::jsonb, :authenticated, :signedIn, :requestId`;

export const insertDenial = sql<DenialRow>("insert-denial", {}, INSERT);

/** Rows per minute for unauthenticated callers in one network that name the same client, or none that exists. */
const PER_NETWORK = 20;
/** Rows per hour for all unauthenticated callers that name the same client, or none that exists. */
const PER_CLIENT = 300;

const takeFrom = (source: string, key: string, limit: number, windowMs: number) => `
  INSERT INTO failed_attempts AS f (key, points, expire)
  SELECT ${key}, 1, now_ms + ${windowMs} FROM ${source}
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN f.expire > excluded.expire - ${windowMs} THEN f.points + 1 ELSE 1 END,
    expire = CASE WHEN f.expire > excluded.expire - ${windowMs} THEN f.expire ELSE excluded.expire END
  WHERE f.points < ${limit} OR f.expire <= excluded.expire - ${windowMs}
  RETURNING f.expire`;

/** The place of an unauthenticated caller: the client that they name, and the key of its counts. */
const placeOf = (clientId: string) => `
  place AS (
    SELECT client_id, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms,
      'refused ' || coalesce(client_id, '-') AS key
    FROM (SELECT (SELECT client_id FROM clients WHERE ${clientId}) AS client_id) AS named)`;

const IS_FULL = `
  EXISTS (SELECT FROM failed_attempts f WHERE f.expire > place.now_ms
    AND ((f.key = place.key AND f.points >= ${PER_CLIENT})
      OR (f.key = place.key || ' ' || :network AND f.points >= ${PER_NETWORK})))`;

/** Finds where the denial of an unauthenticated caller belongs. `network` is the hash of where it came from. */
export const findPlaceOfStranger = sql<
  { clientIds: readonly string[]; network: string },
  {
    /** The first id that belongs to a client; null if none does. */
    clientId: string | null;
    /** Whether there have been so many that another one is only counted. */
    isFull: boolean;
  }
>(
  "find-place-of-stranger",
  { clientId: "text?", isFull: "bool" },
  `
  WITH ${placeOf("client_id = ANY (:clientIds::text[]) ORDER BY array_position(:clientIds::text[], client_id) LIMIT 1")}
  SELECT client_id AS "clientId", ${IS_FULL} AS "isFull" FROM place`,
);

/**
 * Stores the denial of an unauthenticated caller, unless there have been many: then it returns no row. The counts stay
 * locked until the row is stored: a request that finds a full count also finds its rows.
 */
export const insertDenialOfStranger = sql<DenialRow & { network: string }>(
  "insert-denial-of-stranger",
  {},
  `
  WITH ${placeOf("client_id = :clientId")},
  not_full AS (SELECT * FROM place WHERE NOT ${IS_FULL}),
  of_network AS (${takeFrom("not_full", "key || ' ' || :network", PER_NETWORK, 60_000)}),
  of_client AS (${takeFrom("not_full, of_network", "key", PER_CLIENT, 3_600_000)})
  ${INSERT} FROM of_client RETURNING 1`,
);

// A full count has rows of its window, which is at most an hour long.
const newestOfStranger = (named: string) => `
  (SELECT id, created_at FROM authorization_events
  WHERE created_at > now() - interval '2 hours' AND ${named} AND outcome = 'refused' AND NOT authenticated
  ORDER BY created_at DESC LIMIT 1)`;

type EventKey = { id: string; createdAt: Date };

const findNewest = sql<{ clientId: string | null }, EventKey>(
  "find-newest-denial-of-stranger",
  { id: "text", createdAt: "timestamptz" },
  `
  WITH named AS (SELECT client_id FROM clients WHERE client_id = :clientId)
  SELECT id::text AS id, created_at AS "createdAt" FROM (
    ${newestOfStranger("client_id = (SELECT client_id FROM named)")}
    UNION ALL ${newestOfStranger("NOT EXISTS (SELECT FROM named) AND client_id IS NULL")}) AS newest`,
);

// Planned for the one partition of `createdAt`: PostgreSQL 18.4 crashes when a plan that prunes while it runs has waited
// for a row that another transaction changed.
const countAt = sql<EventKey>(
  "count-further-denial",
  {},
  "UPDATE authorization_events SET more = more + 1 WHERE id = :id AND created_at = :createdAt",
  { plan: "each time" },
);

/** Counts a denial that was not stored in the newest one by an unauthenticated caller for the same client. */
export async function countFurtherDenial(clientId: string | null): Promise<void> {
  for (const newest of await findNewest({ clientId })) await countAt(newest);
}
