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
};

/** A scope of the clients in the rows `(client_id)` of a query. */
export function clientsSql(ranges: string): ScopeSql {
  const inRange = (alias: string) => `${alias}.client_id = s.client_id`;
  return { ranges, inRange, inTotals: inRange };
}

/** The whole installation. */
export const INSTALLATION: ScopeSql = {
  ranges: "SELECT 1",
  inRange: () => "true",
  inTotals: (alias) => `${alias}.client_id = ''`,
};

/** A scope as SQL, with the values `:organizationId`, `:companyId`, and `:clientId`. */
export function scopeSql({ organizationId, companyId, clientId }: Partial<RequestScope>): ScopeSql {
  if (typeof companyId === "number") {
    // A company has no totals, and its clients are a filter.
    return {
      ranges: "SELECT 1 WHERE :organizationId::text IS NULL",
      inRange: (alias) => `${alias}.company_id = :companyId`,
      inTotals: () => "false",
    };
  }
  // The id is a value, so the planner can tell how many requests the client has.
  if (clientId) {
    const inRange = (alias: string) => `${alias}.client_id = :clientId`;
    return {
      ranges: `SELECT :clientId::text AS client_id WHERE EXISTS (SELECT FROM clients
        WHERE client_id = :clientId AND (:organizationId::text IS NULL OR organization_id = :organizationId))`,
      inRange,
      inTotals: inRange,
    };
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
