/** A table with a column `encrypted`, and `encryption_key_id` beside it. */
export type EncryptedTable = {
  table: string;
  /** What its rows are, in the plural, for people. */
  rows: string;
  /** Columns of its primary key, all text. */
  key: readonly [string, ...string[]];
  /** SQL for what the box is bound to, exactly as the code that seals and opens it says. */
  context: string;
  /** SQL for the rows without which something would stop working. */
  needed: string;
};

/** Everything that is stored encrypted. A test compares it with the columns of the database. */
export const encryptedTables: readonly EncryptedTable[] = [
  {
    table: "client_secrets",
    rows: "client secrets",
    key: ["id"],
    context: "client_id",
    needed: "revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())",
  },
  {
    table: "second_factors",
    rows: "second factors",
    key: ["user_id"],
    context: "'second-factor:' || user_id",
    needed: "true",
  },
  {
    table: "idempotent_requests",
    rows: "kept answers",
    key: ["organization_id", "actor", "key"],
    context: "organization_id || ' ' || actor || ' ' || key",
    needed: "expires_at > now()",
  },
  {
    table: "receipt_keys",
    rows: "receipt keys",
    key: ["key_id"],
    context: "'receipt-key:' || key_id",
    needed: "retired_at IS NULL",
  },
];
