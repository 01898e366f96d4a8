import { CLIENT_STATUS } from "@/lib/clients/columns";
import { restorableSince } from "@/lib/clients/deleted-client";
import type { ListClientsQuery } from "@/lib/clients/query-schemas";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { isClientId } from "@/lib/core/schemas/id-forms";
import type { PaginationQuery } from "@/lib/core/schemas/page-schemas";

export type ClientFilter = Omit<ListClientsQuery, keyof PaginationQuery | "sort">;

type FilterValues = {
  organizationId: string;
  tag?: string;
  clientType?: string;
  status?: string;
  deletedSince?: Date;
  pattern?: string;
  wholeIds?: string[];
  lastFour?: string;
};

/** Which clients of an organization match. */
export type ListFilter = {
  /** A condition on `clients c`. */
  condition: string;
  /** Values of its named parameters. */
  values: FilterValues;
};

const LAST_FOUR = /^[\w-]{4}$/;

/**
 * The condition of a list's query. It contains only the requested filters, so that the database plans for exactly
 * those. The text is fixed; values are parameters.
 */
export function listFilter(organizationId: string, query: ClientFilter): ListFilter {
  const { tag, deleted, status, q, is_active: isActive } = query;
  const conditions = [
    "c.organization_id = :organizationId",
    ...(isActive === undefined ? [] : [isActive ? "c.is_active" : "NOT c.is_active"]),
    ...(query.client_type ? ["c.client_type = :clientType::client_type"] : []),
    ...(query.never_used ? ["NOT c.is_used"] : []),
    deleted ? "c.deleted_at >= :deletedSince" : "c.deleted_at IS NULL",
    ...(status ? [`${CLIENT_STATUS} = :status`] : []),
    ...(tag ? ["c.tags @> ARRAY[:tag]::text[]"] : []),
    ...(query.loopback_redirect ? ["redirects_to_loopback(c.redirect_urls)"] : []),
    ...(q ? [searchFor(q)] : []),
  ];
  return {
    condition: conditions.join(" AND "),
    values: {
      organizationId,
      tag,
      clientType: query.client_type,
      status,
      deletedSince: restorableSince(new Date()),
      ...(q && { pattern: patternOf(q), wholeIds: [q, q.toLowerCase()], lastFour: q }),
    },
  };
}

function searchFor(q: string): string {
  const byText = "c.search_text LIKE lower(:pattern)";
  const conditions = [
    ...(isClientId(q) ? ["SELECT unnest(:wholeIds::text[])"] : []),
    ...(LAST_FOUR.test(q) ? [LIVE_SECRETS_ENDING] : []),
  ];
  if (conditions.length === 0) return byText;
  // Branches of a union, so that each can use its own index; with OR, none could.
  const first = `SELECT c.client_id FROM clients c WHERE c.organization_id = :organizationId AND ${byText}`;
  return `c.client_id IN (${[first, ...conditions].join(" UNION ")})`;
}

const LIVE_SECRETS_ENDING = `
  SELECT s.client_id FROM client_secrets s WHERE s.last_four = :lastFour
    AND s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now())`;

function patternOf(q: string): string {
  return `%${hostOf(q).replace(/[\\%_]/g, "\\$&")}%`;
}

// A search for a URL looks for the host it leads to.
function hostOf(q: string): string {
  return (/^https?:\/\/./i.test(q) && parseUrl(q)?.host) || q;
}
