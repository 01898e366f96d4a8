import { db } from "@/lib/core/db/client";

/** The part of the request log that a caller may read; every statement names it. */
export type RequestScope = {
  /** The owner of the clients; null for all. */
  organizationId: string | null;
  /** The company that the requests are about; null for any. */
  companyId: number | null;
  /** Null for all clients. */
  clientId: string | null;
};

/** A scope of clients, whose requests have totals. */
export type ClientsScope = RequestScope & { companyId: null };

/** The whole installation. */
export const EVERYTHING: ClientsScope = { organizationId: null, companyId: null, clientId: null };

/**
 * SQL: whether the company of a row has, or had, granted its client anything. Callers choose the company in a path, so
 * only then may either of both read more about the other than was sent.
 */
export function hasInstalled(row: string): string {
  return `EXISTS (SELECT FROM grants g WHERE g.client_id = ${row}.client_id AND g.company_id = ${row}.company_id)`;
}

/** A scope as SQL. */
export type ScopeSql = {
  /** Rows `s`: the ranges of an index that the scope consists of. */
  ranges: string;
  /** Which rows of this alias belong to the range `s`. */
  inRange: (alias: string) => string;
  /** The same for totals of events, which the installation has for all its requests together. */
  inTotals: (alias: string) => string;
  /** The same for reading only the newest rows between two times, and what they are ordered by first. */
  newest: (alias: string, from: string, to: string) => { inRange: string; order: string };
};

/** A scope whose rows an index has by time. */
function byTime(inRange: (alias: string) => string): Pick<ScopeSql, "inRange" | "newest"> {
  return { inRange, newest: (alias) => ({ inRange: inRange(alias), order: "" }) };
}

/** A scope of the clients in the rows `(client_id)` of a query. */
export function clientsSql(ranges: string): ScopeSql {
  const inRange = (alias: string) => `${alias}.client_id = s.client_id`;
  return {
    ranges,
    inRange,
    inTotals: inRange,
    // Without an order by client, PostgreSQL reads the requests of all clients by time to find those of a quiet one.
    newest: (alias, from, to) => ({
      inRange: `(${alias}.client_id, ${alias}.created_at) BETWEEN (s.client_id, ${from}) AND (s.client_id, ${to})`,
      order: `${alias}.client_id DESC, `,
    }),
  };
}

/** The whole installation. */
export const INSTALLATION: ScopeSql = {
  ranges: "SELECT 1",
  ...byTime(() => "true"),
  inTotals: (alias) => `${alias}.client_id = ''`,
};

/** Above so many clients, an organization's requests are looked for among those of all. */
const MAX_RANGES = 1_000;

/** Whether an organization has too many clients to read the requests of each. */
export async function hasManyClients(organizationId: string | null): Promise<boolean> {
  if (organizationId === null) return false;
  const first = { where: { organizationId }, select: { clientId: true }, take: 1 } as const;
  return (await db().client.findMany({ ...first, skip: MAX_RANGES })).length > 0;
}

/** A scope as SQL, with the values `:organizationId`, `:companyId`, and `:clientId`. */
export function scopeSql(scope: Partial<RequestScope> & { hasManyClients?: boolean }): ScopeSql {
  const { organizationId, companyId, clientId } = scope;
  if (typeof companyId === "number") {
    // A company has no totals, and its clients are a filter.
    return {
      ranges: "SELECT 1 WHERE :organizationId::text IS NULL",
      ...byTime((alias) => `${alias}.company_id = :companyId`),
      inTotals: () => "false",
    };
  }
  // The id is a value, so the planner can tell how many requests the client has.
  if (clientId) {
    const inClient = byTime((alias) => `${alias}.client_id = :clientId`);
    return {
      ranges: `SELECT :clientId::text AS client_id WHERE EXISTS (SELECT FROM clients
        WHERE client_id = :clientId AND (:organizationId::text IS NULL OR organization_id = :organizationId))`,
      ...inClient,
      inTotals: inClient.inRange,
    };
  }
  if (organizationId && scope.hasManyClients) {
    const ofOrganization = byTime(
      (alias) => `EXISTS (SELECT FROM clients c
        WHERE c.client_id = ${alias}.client_id AND c.organization_id = :organizationId)`,
    );
    return { ranges: "SELECT 1", ...ofOrganization, inTotals: ofOrganization.inRange };
  }
  if (organizationId) {
    return clientsSql(
      "SELECT client_id FROM clients WHERE organization_id = :organizationId AND :clientId::text IS NULL",
    );
  }
  return {
    ...INSTALLATION,
    ranges:
      "SELECT 1 WHERE :organizationId::text IS NULL AND :companyId::bigint IS NULL AND :clientId::text IS NULL",
  };
}
