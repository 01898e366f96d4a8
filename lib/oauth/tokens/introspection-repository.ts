import { type Columns, statement } from "@/lib/kernel/db/statement";
import {
  AUTHENTICATED_CLIENT,
  NOT_REPLACED,
  type SentCredentials,
} from "@/lib/oauth/tokens/statements";
import { EFFECTIVE_SCOPES, TOKEN_STATE } from "@/lib/oauth/tokens/token-state";

/** A token as the caller may see it. `scopes` is null if it is not live or not visible to the caller. */
export type IntrospectedToken = {
  kind: "offline" | "online" | "client_credentials" | "refresh";
  clientId: string;
  companyId: number | null;
  organizationId: string | null;
  userId: string | null;
  systemUserId: string;
  email: string | null;
  scopes: string[] | null;
  /** Seconds since 1970. */
  issuedAt: number;
  /** Seconds since 1970. */
  expiresAt: number;
};

// Anyone can register a client of type platform. It is a gateway only in a verified organization.
const SEEN_BY_CALLER = `(t.client_id = client.client_id OR (client.client_type = 'platform' AND EXISTS (
    SELECT 1 FROM organizations v WHERE v.id = client.organization_id AND v.verified)))`;

const COLUMNS = `
  t.client_id AS "clientId", t.company_id AS "companyId", t.organization_id AS "organizationId",
  su.id AS "systemUserId", ${EFFECTIVE_SCOPES} AS scopes,
  extract(epoch FROM t.created_at)::int AS "issuedAt", extract(epoch FROM t.expires_at)::int AS "expiresAt"`;

const COLUMN_TYPES = {
  kind: "text",
  userId: "text",
  email: "text",
  clientId: "text",
  companyId: "int4",
  organizationId: "text",
  systemUserId: "text",
  scopes: "text[]",
  issuedAt: "int4",
  expiresAt: "int4",
} satisfies Columns<IntrospectedToken>;

type Values = SentCredentials & { tokenHash: Buffer | null };

const FOUND = `"clientId", "companyId", "organizationId", "systemUserId", token.scopes, "issuedAt", "expiresAt"`;

const findAccessToken = statement<Values, IntrospectedToken>(
  "introspect-access",
  COLUMN_TYPES,
  `
WITH ${AUTHENTICATED_CLIENT},
token AS (
  SELECT t.kind::text, t.user_id AS "userId", u.email, ${COLUMNS}
  FROM client JOIN access_tokens t ON t.token_hash = :tokenHash AND ${SEEN_BY_CALLER}
  JOIN clients c ON c.client_id = t.client_id
  JOIN system_users su ON su.client_id = t.client_id
  LEFT JOIN grants g ON g.id = t.grant_id
  LEFT JOIN users u ON u.id = t.user_id
  WHERE ${TOKEN_STATE} = 'live'
)
SELECT token.kind, "userId", email, ${FOUND} FROM client LEFT JOIN token ON true`,
);

const findRefreshToken = statement<Values, IntrospectedToken>(
  "introspect-refresh",
  COLUMN_TYPES,
  `
WITH ${AUTHENTICATED_CLIENT},
token AS (
  SELECT ${COLUMNS}
  FROM client JOIN refresh_tokens t ON t.token_hash = :tokenHash AND ${SEEN_BY_CALLER}
  JOIN clients c ON c.client_id = t.client_id
  JOIN system_users su ON su.client_id = t.client_id
  JOIN grants g ON g.id = t.grant_id
  WHERE c.is_active AND c.deleted_at IS NULL AND t.revoked_at IS NULL AND t.expires_at > now()
    AND g.revoked_at IS NULL AND g.epoch = t.grant_epoch AND ${NOT_REPLACED("t")}
)
SELECT 'refresh' AS kind, NULL AS "userId", NULL AS email, ${FOUND} FROM client LEFT JOIN token ON true`,
);

/** Looks an access token up for a client; null when the client is not authenticated. */
export async function introspectAccessToken(
  credentials: SentCredentials,
  tokenHash: Buffer | null,
): Promise<IntrospectedToken | null> {
  const [row] = await findAccessToken({ ...credentials, tokenHash });
  return row ?? null;
}

/** Looks a refresh token up for a client; null when the client is not authenticated. */
export async function introspectRefreshToken(
  credentials: SentCredentials,
  tokenHash: Buffer | null,
): Promise<IntrospectedToken | null> {
  const [row] = await findRefreshToken({ ...credentials, tokenHash });
  return row ?? null;
}
