import { CLIENT_FIELDS, type FieldColumn, GIVEN_FIELDS, valueAt } from "@/lib/clients/field-values";
import type { ClientRow } from "@/lib/clients/repository";
import { snakeCase } from "@/lib/core/db/batch";

/**
 * The status of a client `c`, the only place that decides it: a suspension outweighs its publisher's own switch, and
 * that outweighs its listing.
 */
const CLIENT_STATUS = `CASE WHEN c.suspended_at IS NOT NULL THEN 'suspended' WHEN NOT c.is_active THEN 'inactive'
    WHEN c.listing = 'draft' THEN 'draft' ELSE 'active' END`;

/** What a statement over {@link JOINED} computes. The company's id is float8, which is exact up to 2^53. */
const COMPUTED = {
  companyId: { type: "float8", value: "o.company_id::float8" },
  draftCompanies: {
    type: "json",
    value: `to_json(ARRAY(SELECT d.company_id FROM client_draft_companies d
    WHERE d.client_id = c.client_id ORDER BY d.company_id))`,
  },
  scopeReviews: {
    type: "json",
    value: `to_json(ARRAY(SELECT json_build_object('scope', s.scope, 'approved', s.approved, 'reason', s.reason,
    'decidedAt', s.decided_at) FROM scope_approvals s WHERE s.client_id = c.client_id ORDER BY s.scope))`,
  },
  author: {
    type: "json?",
    value: `CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'firstName', u.first_name,
    'lastName', u.last_name, 'email', u.email) END`,
  },
  authorClient: {
    type: "json?",
    value: `CASE WHEN a.client_id IS NOT NULL THEN
    json_build_object('clientId', a.client_id, 'name', a.name) END`,
  },
  lastFours: { type: "text[]", value: "secrets.last_fours" },
  lastUsedAt: { type: "timestamptz?", value: "secrets.last_used_at" },
  status: { type: "text", value: CLIENT_STATUS },
} as const;

/** The joins that every response about a client `c` needs. */
export const JOINED = `
  JOIN organizations o ON o.id = c.organization_id
  LEFT JOIN users u ON u.id = c.author_id
  LEFT JOIN clients a ON a.client_id = c.author_client_id
  CROSS JOIN LATERAL (
    SELECT max(s.last_used_at) AS last_used_at,
      coalesce(array_agg(s.last_four ORDER BY s.created_at DESC, s.id DESC) FILTER (
        WHERE s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now())), '{}') AS last_fours
    FROM client_secrets s WHERE s.client_id = c.client_id
  ) AS secrets`;

type Fields = typeof CLIENT_FIELDS;
type StoredPath = {
  [Path in keyof Fields]: Fields[Path]["type"] extends string ? Path : never;
}[keyof Fields];

/** The columns of the table `clients` that a field has. */
export type StoredColumn = Fields[StoredPath]["column"] & string;

type Types = { [Path in StoredPath as Fields[Path]["column"] & string]: Fields[Path]["type"] } & {
  [Column in keyof typeof COMPUTED]: (typeof COMPUTED)[Column]["type"];
};

const stored = Object.values(CLIENT_FIELDS).flatMap(({ column, type }) =>
  type === null ? [] : [[column, { type, value: `c.${snakeCase(column)}` }] as const],
);
const columns = new Map<string, { type: string; value: string }>([
  ...stored,
  ...Object.entries(COMPUTED),
]);

/** Columns of a client `c` as a SELECT list, such as `c.base_url AS "baseUrl"`, and their PostgreSQL types. */
export function clientColumns<Column extends keyof Types>(
  names: Iterable<Column>,
): { select: string; types: Pick<Types, Column> } {
  const selected = [...new Set(names)].map((name) => [name, columns.get(name)] as const);
  return {
    select: selected.map(([name, column]) => `${column?.value} AS "${name}"`).join(", "),
    // Each name has a column of this type, which TypeScript cannot follow.
    types: Object.fromEntries(selected.map(([name, column]) => [name, column?.type])) as Pick<
      Types,
      Column
    >,
  };
}

/** The SQL of a column of a client `c`, such as `c.base_url`. */
export function columnValue(name: string): string {
  return columns.get(name)?.value ?? "";
}

/** All columns, for a statement over {@link JOINED}. */
export const allColumns = clientColumns([...columns.keys()] as (keyof Types)[]);

export type ColumnValues<Name extends keyof ClientRow> = Pick<ClientRow, Name>;

/** The columns of what a publisher gives and of its switch. */
type SentColumns = Pick<ClientRow, FieldColumn<{ initial: unknown }> | "isActive">;

/** The columns of the fields that a request sent. @param nameOf where it has a field, if not at its place in the API */
export function columnsOf(sent: object, nameOf = (path: string) => path): Partial<SentColumns> {
  const fields = [...GIVEN_FIELDS, "is_active" as const].map(
    (path) => [CLIENT_FIELDS[path].column, valueAt(sent, nameOf(path))] as const,
  );
  // The schemas of the table parsed the values, which TypeScript cannot follow.
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
