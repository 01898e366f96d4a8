import type { RequestOf } from "@/lib/core/db/batch";
import { isReal } from "@/lib/core/db/sandbox-sql";
import type { RowOf } from "@/lib/core/db/sql";
import type { Subject } from "@/lib/core/subject";
import { CLIENT_IS_USABLE, SUBJECT_IS_ACTIVE } from "@/lib/protocol/tokens/client-conditions";
import { SECRET_IS_LIVE } from "@/lib/protocol/tokens/token-state";

// What the statements of the token endpoints share. Each statement is beside the code of its grant type. It authenticates
// the clients, consumes their codes or refresh tokens and stores the new tokens in one round trip, so that no other request
// can come between. It serves several requests at once: the rows of `request`, here `q`, whose number `n` is in all
// relations (lib/core/db/batch.ts).

export const CREDENTIALS = {
  clientId: "text",
  secretHash: "bytea",
  otherSecretHash: "bytea?",
  ipAddress: "text?",
} as const;

/** Credentials with the address of the caller; null if it is unknown. */
export type SentCredentials = RequestOf<typeof CREDENTIALS>;

/** The client, the company or organization in the path, and the request id. */
export type TokenContext = { credentials: SentCredentials; subject: Subject; requestId: string };

/** The values that every statement that issues tokens takes. */
export const SHARED = {
  ...CREDENTIALS,
  companyId: "int8?",
  organizationId: "text?",
  requestId: "text",
} as const;

/** These values of a request. */
export function sharedValues({ credentials, subject, requestId }: TokenContext) {
  return { ...credentials, ...subject, requestId };
}

export const ISSUED = { scopes: "text[]?", expiresIn: "int4" } as const;

/** `scopes` null: the client is authenticated, but nothing was issued. */
export type IssuedRow = RowOf<typeof ISSUED>;

// What a client sent may be percent-encoded or not, so there can be two readings of it.
export const SECRET_MATCHES = "s.secret_hash IN (:secretHash::bytea, :otherSecretHash::bytea)";

/** The same for a secret of the request `q`. */
export const SECRET_OF_REQUEST = "s.secret_hash IN (q.secret_hash, q.other_secret_hash)";

const authenticatedClient = (condition: string, companyId: string) => `
client AS (
  SELECT q.n, c.client_id, c.client_type, c.organization_id, c.scopes, c.grant_types, c.access_token_lifetime,
    c.refresh_token_lifetime, c.refresh_rotation, c.token_epoch, s.id AS secret_id,
    NOT ${isReal(companyId)} AS is_trial
  FROM request q JOIN clients c ON c.client_id = q.client_id JOIN client_secrets s ON s.client_id = c.client_id
  WHERE ${SECRET_OF_REQUEST} AND ${SECRET_IS_LIVE} AND ${CLIENT_IS_USABLE} ${condition}
),
-- "Last used" is accurate to the minute, so that busy clients do not update one row all the time. Rows that another
-- statement is updating are skipped, so that statements never wait for each other here.
used_secret AS (
  SELECT s.id, s.client_id, s.last_used_at IS NULL AND NOT use.is_trial AS is_first_use, use.is_trial, use.ip_address
  FROM client_secrets s
  JOIN (
    SELECT secret_id, bool_and(is_trial) AS is_trial, min(q.ip_address) AS ip_address
    FROM client JOIN request q USING (n) GROUP BY secret_id
  ) use ON use.secret_id = s.id
  WHERE coalesce(CASE WHEN use.is_trial THEN s.last_tried_at ELSE s.last_used_at END, '-infinity')
    < now() - interval '1 minute'
  FOR NO KEY UPDATE OF s SKIP LOCKED
),
secret_use AS (
  UPDATE client_secrets s SET last_used_from = ip_address,
    last_used_at = CASE WHEN is_trial THEN s.last_used_at ELSE now() END,
    last_tried_at = CASE WHEN is_trial THEN now() ELSE s.last_tried_at END
  FROM used_secret WHERE s.id = used_secret.id
),
first_use AS (
  UPDATE clients c SET is_used = true
  FROM used_secret WHERE is_first_use AND c.client_id = used_secret.client_id AND NOT c.is_used
)`;

/**
 * The client of each request with a live secret: takes SentCredentials. No row: the pair is wrong (invalid_client), or
 * the client may do nothing now (unauthorized_client).
 */
export const AUTHENTICATED_CLIENT = authenticatedClient("", "NULL");

/** The same where the path may name a company, active or not: a use of the secret for a sandbox is a trial. */
export const AUTHENTICATED_CLIENT_FOR_COMPANY = authenticatedClient("", "q.company_id");

/** The same for the company or organization in the path, which must be active too. */
export const AUTHENTICATED_CLIENT_OF_SUBJECT = authenticatedClient(
  `AND ${SUBJECT_IS_ACTIVE("q.company_id", "q.organization_id")}`,
  "q.company_id",
);

/**
 * Stores an access token and the event of its issue for each row of `source`: the columns of access_tokens by their
 * names, token_day, token_epoch, token_kind and request_id.
 */
export const INSERT_ACCESS_TOKEN = (token: {
  source: string;
  /** The column or expression for its lifetime in seconds. */
  lifetime?: string;
  /** What the token depends on besides its grant and client: columns of `source` and access_tokens. */
  dependsOn: string;
  event?: "token" | "refresh";
}) => `
access AS (
  INSERT INTO access_tokens (day, token_hash, kind, client_id, company_id, organization_id, grant_id,
    grant_epoch, client_epoch, ${token.dependsOn}, scopes, expires_at)
  SELECT token_day, token_hash, token_kind::access_token_kind, client_id, company_id, organization_id, grant_id,
    grant_epoch, token_epoch, ${token.dependsOn}, scopes,
    now() + make_interval(secs => ${token.lifetime ?? "access_token_lifetime"})
  FROM ${token.source}
),
event AS (
  INSERT INTO authorization_events (kind, outcome, client_id, company_id, organization_id, reason, request_id)
  SELECT '${token.event ?? "token"}', 'issued', client_id, company_id, organization_id, token_kind, request_id
  FROM ${token.source}
)`;

/** Stores a refresh token, `new_refresh_token_hash`, for each row of `source`. */
export const INSERT_REFRESH_TOKEN = (token: { source: string; scopes: string }) => `
  INSERT INTO refresh_tokens (token_hash, family_id, client_id, company_id, organization_id, grant_id,
    grant_epoch, code_hash, scopes, expires_at)
  SELECT new_refresh_token_hash, family_id, client_id, company_id, organization_id, grant_id, grant_epoch,
    code_hash, ${token.scopes}, now() + make_interval(secs => refresh_token_lifetime)
  FROM ${token.source}`;
