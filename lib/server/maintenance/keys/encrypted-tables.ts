/** A table with the columns `encrypted` and `encryption_key_id`. */
export type EncryptedTable = {
  table: string;
  /** What its rows are, in the plural, for messages. */
  rows: string;
  /** Columns of its primary key, all text. */
  key: readonly [string, ...string[]];
  /** SQL for the context of the box, exactly as the code that encrypts and decrypts it builds it. */
  context: string;
  /** SQL for the rows without which something would stop working. */
  needed: string;
};

/** Everything stored encrypted. A test compares it with the database's columns. */
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
    table: "provider_sessions",
    rows: "ID tokens of the sign-in provider",
    key: ["id"],
    context: "'id-token:' || id",
    // Without it, signing out at the provider asks the person there.
    needed: "false",
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
