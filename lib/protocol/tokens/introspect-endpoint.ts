import { tokenKey } from "@/lib/core/crypto/tokens";
import { batch } from "@/lib/core/db/batch";
import { column, type RowOf } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import { jsonResponse } from "@/lib/core/http/responses";
import { asSubject } from "@/lib/core/subject";
import { issuerOf } from "@/lib/protocol/metadata/issuer";
import { CLIENT_IS_USABLE, SUBJECT_IS_ACTIVE } from "@/lib/protocol/tokens/client-conditions";
import { afterAuthentication, clientEndpoint } from "@/lib/protocol/tokens/client-endpoint";
import { missingParameter, possibleKinds } from "@/lib/protocol/tokens/parse-token-request";
import { unknownClient } from "@/lib/protocol/tokens/read-client-credentials";
import { REFRESH_TOKEN_IS_LIVE } from "@/lib/protocol/tokens/refresh-token-conditions";
import {
  AUTHENTICATED_CLIENT,
  CREDENTIALS,
  SECRET_OF_REQUEST,
  type SentCredentials,
} from "@/lib/protocol/tokens/statements";
import {
  EFFECTIVE_SCOPES,
  SECRET_IS_LIVE,
  TOKEN_KEY,
  TOKEN_OF_REQUEST,
  TOKEN_STATE,
} from "@/lib/protocol/tokens/token-state";

/**
 * POST `…/oauth/introspect` (RFC 7662). A client sees its own tokens. A service key with
 * `platform/introspect` sees every token. The response for any other token is `{"active": false}` (section 2.2).
 */
export const introspectEndpoint = clientEndpoint(
  "introspect",
  () => null,
  async ({ credentials, parameters }) => {
    const { token = "" } = parameters;
    const introspected = await introspect(credentials, token);
    if (!introspected) throw unknownClient();
    if (!introspected.mayIntrospect) {
      const message =
        "This service key does not have the scope platform/introspect. An operator can create one that has it.";
      const diagnosis = { check: "access_token_scope", fix: { kind: "send_credentials" } } as const;
      throw afterAuthentication(new ServiceError("unauthorized_client", message, diagnosis));
    }
    if (token === "") throw afterAuthentication(missingParameter("token"));
    return jsonResponse(
      200,
      introspected.scopes === null ? { active: false } : serialize(introspected),
    );
  },
);

async function introspect(
  credentials: SentCredentials,
  token: string,
): Promise<IntrospectedToken | undefined> {
  const finders = { access: introspectAccessToken, refresh: introspectRefreshToken };
  let introspected: IntrospectedToken | undefined;
  for (const kind of possibleKinds(token)) {
    introspected = await finders[kind]({ ...credentials, ...tokenKey(token) });
    if (!introspected || introspected.scopes !== null) break;
  }
  return introspected;
}

function serialize(token: IntrospectedToken): Record<string, unknown> {
  return {
    active: true,
    iss: issuerOf(asSubject(token)),
    client_id: token.clientId,
    sub: token.personId ?? token.systemUserId,
    ...(token.email ? { username: token.email } : {}),
    scope: token.scopes?.join(" "),
    token_type: token.kind === "refresh" ? "refresh_token" : "Bearer",
    access_mode: token.kind === "online" ? "online" : "offline",
    caller: token.personId ? "seller" : "system_user",
    ...(token.companyId === null ? {} : { company_id: token.companyId }),
    ...(token.organizationId === null ? {} : { organization_id: token.organizationId }),
    iat: token.issuedAt,
    exp: token.expiresAt,
  };
}

const COLUMN_TYPES = {
  kind: column<"offline" | "online" | "client_credentials" | "refresh">("text"),
  clientId: "text",
  companyId: "int8?",
  organizationId: "text?",
  /** The person that an online token acts for: the platform's id of the person if there is one, otherwise ours. */
  personId: "text?",
  systemUserId: "text",
  email: "text?",
  scopes: "text[]?",
  /** False for a service key without the scope platform/introspect. */
  mayIntrospect: "bool",
  /** Seconds since 1970. */
  issuedAt: "int4",
  /** Seconds since 1970. */
  expiresAt: "int4",
} as const;

/** A token as the caller may see it. `scopes` is null if it is not live or not visible to the caller. */
type IntrospectedToken = RowOf<typeof COLUMN_TYPES>;

// The caller is a client, or a service key of the installation, which sees every token and has no client_id here.
const CALLER = `
${AUTHENTICATED_CLIENT},
service_key AS (
  SELECT n, s.id AS secret_id, 'platform/introspect' = ANY (k.scopes) AS may_introspect
  FROM request q JOIN service_keys k ON k.id = q.client_id JOIN service_key_secrets s ON s.key_id = k.id
  WHERE ${SECRET_OF_REQUEST} AND ${SECRET_IS_LIVE} AND k.revoked_at IS NULL
),
used_key_secret AS (
  SELECT s.id FROM service_key_secrets s
  WHERE s.id IN (SELECT secret_id FROM service_key)
    AND (s.last_used_at IS NULL OR s.last_used_at < now() - interval '1 minute')
  FOR NO KEY UPDATE SKIP LOCKED
),
key_secret_use AS (
  UPDATE service_key_secrets SET last_used_at = now()
  FROM used_key_secret WHERE service_key_secrets.id = used_key_secret.id
),
caller AS (
  SELECT n, client_id, true AS may_introspect FROM client
  UNION ALL SELECT n, NULL, may_introspect FROM service_key
)`;
const SEEN_BY_CALLER = `caller.may_introspect AND (caller.client_id IS NULL OR caller.client_id = t.client_id)`;

const COLUMNS = `
  n, t.client_id AS "clientId", t.company_id AS "companyId", t.organization_id AS "organizationId",
  su.id AS "systemUserId", ${EFFECTIVE_SCOPES} AS scopes,
  extract(epoch FROM t.created_at)::int AS "issuedAt", extract(epoch FROM t.expires_at)::int AS "expiresAt"`;

const FOUND = `"clientId", "companyId", "organizationId", "systemUserId", token.scopes,
  caller.may_introspect AS "mayIntrospect", "issuedAt", "expiresAt"`;

/** Looks an access token up for a client or service key; no row when the caller is not authenticated. */
export const introspectAccessToken = batch(
  "introspect-access",
  COLUMN_TYPES,
  { ...CREDENTIALS, ...TOKEN_KEY },
  `
${CALLER},
token AS (
  SELECT t.kind::text, coalesce(u.external_id, t.user_id) AS "personId", u.email, ${COLUMNS}
  FROM caller JOIN request q USING (n) JOIN ${TOKEN_OF_REQUEST}
  JOIN system_users su ON su.client_id = t.client_id
  LEFT JOIN users u ON u.id = t.user_id
  WHERE ${SEEN_BY_CALLER} AND ${TOKEN_STATE} = 'live'
)
SELECT n, token.kind, "personId", email, ${FOUND} FROM caller LEFT JOIN token USING (n)`,
  { dayOf: ({ tokenDay }) => tokenDay },
);

/** The same for a refresh token. */
export const introspectRefreshToken = batch(
  "introspect-refresh",
  COLUMN_TYPES,
  { ...CREDENTIALS, tokenHash: "bytea" },
  `
${CALLER},
token AS (
  SELECT ${COLUMNS}
  FROM caller JOIN request q USING (n) JOIN refresh_tokens t ON t.token_hash = q.token_hash AND ${SEEN_BY_CALLER}
  JOIN clients c ON c.client_id = t.client_id
  JOIN system_users su ON su.client_id = t.client_id
  JOIN grants g ON g.id = t.grant_id
  WHERE ${CLIENT_IS_USABLE} AND ${SUBJECT_IS_ACTIVE("t.company_id", "t.organization_id")}
    AND ${REFRESH_TOKEN_IS_LIVE("t")}
)
SELECT n, 'refresh' AS kind, NULL AS "personId", NULL AS email, ${FOUND} FROM caller LEFT JOIN token USING (n)`,
);
