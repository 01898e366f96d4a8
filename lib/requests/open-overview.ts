import { z } from "zod";
import { isReal } from "@/lib/core/db/sandbox-sql";
import { type RowOf, sql } from "@/lib/core/db/sql";
import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { value } from "@/lib/operation/returns";
import { listIssues } from "@/lib/requests/issues/list-issues";
import type { Issue } from "@/lib/requests/issues/schemas";
import { getRequestFigures } from "@/lib/requests/log/get-figures";
import { figureWindowSchema } from "@/lib/requests/log/query-schemas";
import type { RequestFigures } from "@/lib/requests/log/schemas";

/** How many of the issues seen last are listed. */
const MAX_ISSUES = 100;

export type Overview = {
  figures: RequestFigures;
  milestones: Milestones;
  /** Open ones with the most denials in the last 24 hours first, whatever the window. */
  issues: Issue[];
};

/** Summarizes what happened with the clients of the caller's organization. */
export const openOverview = operation({
  id: "openOverview",
  access: getRequestFigures.access,
  request: { query: z.object({ window: figureWindowSchema }) },
  returns: value<Overview>(),
  async run({ caller, query }) {
    const { organizationId } = caller;
    const [{ body: figures }, milestones, { body: issues }] = await Promise.all([
      perform(getRequestFigures, { caller, query }),
      readMilestones(organizationId),
      perform(listIssues, { query: { state: "open", limit: MAX_ISSUES }, caller }),
    ]);
    return { figures, milestones, issues: issues.items.toSorted((a, b) => b.recent - a.recent) };
  },
});

const MILESTONES = {
  /** The newest client that is not deleted; null if there is none. */
  newestClientId: "text?",
  hasAddresses: "bool",
  wasAuthorized: "bool",
  hasToken: "bool",
  hasCall: "bool",
} as const;

/** The milestones an organization has reached with any of its clients. */
type Milestones = RowOf<typeof MILESTONES>;

/** An event of the protocol: imports cause none, and trials do not count. */
const ISSUED = (condition: string) => `EXISTS (
    SELECT FROM own JOIN authorization_events e USING (client_id) WHERE e.outcome = 'issued' AND ${condition}
      AND ${isReal("e.company_id")})`;

const REACHED: Readonly<Record<Exclude<keyof Milestones, "newestClientId">, string>> = {
  hasAddresses:
    "EXISTS (SELECT FROM own WHERE base_url IS NOT NULL AND cardinality(redirect_urls) > 0)",
  wasAuthorized: ISSUED("e.reason = 'authorization_code'"),
  hasToken: ISSUED("e.kind = 'token' AND e.reason IN ('online', 'offline')"),
  hasCall: `EXISTS (
    SELECT FROM own JOIN call_totals a USING (client_id) WHERE NOT a.denied AND ${isReal("a.company_id")})`,
};

const reachedNow = Object.entries(REACHED).map(
  ([name, condition]) =>
    `CASE WHEN NOT o.first_steps && ARRAY['${name}', 'hasCall'] AND ${condition} THEN '${name}' END`,
);
const reachedEver = Object.keys(REACHED).map(
  (name) => `'${name}' = ANY (o.first_steps || reached.steps) AS "${name}"`,
);

// What a milestone was read from is deleted after a while, so a milestone is stored when it is first read.
// PostgreSQL would store the clients for all conditions, without an index: 15 s and more for 100,000 of them.
const readMilestoneRow = sql<{ organizationId: string }, Milestones>(
  "read-milestones",
  MILESTONES,
  `
WITH own AS NOT MATERIALIZED (
  SELECT client_id, created_at, base_url, redirect_urls, deleted_at FROM clients
  WHERE organization_id = :organizationId
),
reached AS (
  SELECT array_remove(ARRAY[${reachedNow.join(",\n    ")}], NULL) AS steps
  FROM organizations o WHERE o.id = :organizationId
),
stored AS (
  UPDATE organizations o SET first_steps = o.first_steps || reached.steps
  FROM reached WHERE o.id = :organizationId AND cardinality(reached.steps) > 0
)
SELECT
  (SELECT client_id FROM own WHERE deleted_at IS NULL ORDER BY created_at DESC, client_id LIMIT 1)
    AS "newestClientId",
  ${reachedEver.join(", ")}
FROM organizations o, reached WHERE o.id = :organizationId`,
);

/** Reads the milestones an organization has reached through real traffic; none is lost, and none is looked for after a call. */
async function readMilestones(organizationId: string): Promise<Milestones> {
  const [row] = await readMilestoneRow({ organizationId });
  if (!row) throw new Error(`There is no organization ${organizationId}`);
  return row;
}
