import type { ListClientsQuery } from "@/lib/clients/query-schemas";
import { restorableSince } from "@/lib/clients/restore-window";

/** What narrows a list of clients. */
export type ClientFilter = Omit<ListClientsQuery, "page_no" | "page_size" | "sort">;

/** Which clients of an organization are meant. */
export type ListFilter = {
  /** A condition on `clients c`. */
  condition: string;
  /** The same on a table of what is counted already; null where nothing is. */
  counted: { table: "client_counts" | "client_tag_counts"; condition: string } | null;
  /** Parameters of both, from `$1`. */
  values: readonly unknown[];
};

const WHOLE_ID = /^[0-9a-f]{24}$/i;
const LAST_FOUR = /^[\w-]{4}$/;

/**
 * The condition of a list's query. Only what was asked for stands in it, so that the database plans
 * for just that; the text is fixed, values are parameters.
 */
export function listFilter(organizationId: string, query: ClientFilter): ListFilter {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const of = parameter(organizationId);
  const tag = query.tag ? parameter(query.tag) : null;
  const shared = [`c.organization_id = ${of}`, ...sharedConditions(query, parameter)];
  const deleted = query.deleted
    ? `c.deleted_at >= ${parameter(restorableSince(new Date()))}`
    : "c.deleted_at IS NULL";
  const narrowed = [
    ...(tag ? [`c.tags @> ARRAY[${tag}]::text[]`] : []),
    ...(query.loopback_redirect ? ["redirects_to_loopback(c.redirect_urls)"] : []),
    ...(query.q ? [searchFor(query.q, of, parameter)] : []),
  ];
  const counted = [
    ...(tag ? [`c.tag = ${tag}`] : []),
    ...(query.loopback_redirect ? ["c.loopback_redirect"] : []),
  ];
  return {
    condition: [...shared, deleted, ...narrowed].join(" AND "),
    counted:
      query.deleted || query.q
        ? null
        : {
            table: tag ? "client_tag_counts" : "client_counts",
            condition: [...shared, ...counted].join(" AND "),
          },
    values,
  };
}

type Parameter = (value: unknown) => string;

// What clients and counts have columns of the same name for.
function sharedConditions(query: ClientFilter, parameter: Parameter): string[] {
  const { is_active: isActive, client_type: type } = query;
  return [
    ...(isActive === undefined ? [] : [isActive ? "c.is_active" : "NOT c.is_active"]),
    ...(type ? [`c.client_type = ${parameter(type)}::client_type`] : []),
    ...(query.never_used ? ["NOT c.is_used"] : []),
  ];
}

function searchFor(q: string, of: string, parameter: Parameter): string {
  const pattern = parameter(`%${hostOf(q).replace(/[\\%_]/g, "\\$&")}%`);
  const byText = `c.search_text LIKE lower(${pattern})`;
  const others = [
    ...(WHOLE_ID.test(q) ? [`SELECT ${parameter(q.toLowerCase())}`] : []),
    ...(LAST_FOUR.test(q) ? [liveSecretsEnding(parameter(q))] : []),
  ];
  if (others.length === 0) return byText;
  // Branches of a union, each with an index of its own; joined by OR they would have none.
  const first = `SELECT c.client_id FROM clients c WHERE c.organization_id = ${of} AND ${byText}`;
  return `c.client_id IN (${[first, ...others].join(" UNION ")})`;
}

function liveSecretsEnding(lastFour: string): string {
  return `SELECT s.client_id FROM client_secrets s WHERE s.last_four = ${lastFour}
    AND s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now())`;
}

// Somebody who searches for an address means where it leads.
function hostOf(q: string): string {
  return /^https?:\/\/./i.test(q) && URL.canParse(q) ? new URL(q).host : q;
}
