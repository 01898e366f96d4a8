/** The part of the request log that a caller may read; every statement names it. */
export type RequestScope = {
  /** The owner of the clients; null for the whole installation. */
  organizationId: string | null;
  /** Null for all clients. */
  clientId: string | null;
};

/** A scope as SQL. */
export type ScopeSql = {
  /** Rows `s`: the ranges of an index that the scope consists of. */
  ranges: string;
  /** Which rows of this alias belong to the range `s`. */
  inRange: (alias: string) => string;
};

/** A scope as SQL, with the values `:organizationId` and `:clientId`. */
export function scopeSql({ organizationId, clientId }: Partial<RequestScope>): ScopeSql {
  // The id is a value, so the planner can tell how many requests the client has.
  if (clientId) {
    return {
      ranges: `SELECT :clientId::text AS client_id WHERE EXISTS (SELECT FROM clients
        WHERE client_id = :clientId AND (:organizationId::text IS NULL OR organization_id = :organizationId))`,
      inRange: (alias) => `${alias}.client_id = :clientId`,
    };
  }
  if (organizationId) {
    return {
      ranges:
        "SELECT client_id FROM clients WHERE organization_id = :organizationId AND :clientId::text IS NULL",
      inRange: (alias) => `${alias}.client_id = s.client_id`,
    };
  }
  return {
    ranges: "SELECT 1 WHERE :organizationId::text IS NULL AND :clientId::text IS NULL",
    inRange: () => "true",
  };
}
