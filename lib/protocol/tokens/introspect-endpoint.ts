import { tokenKey } from "@/lib/core/crypto/token-key";
import { ServiceError } from "@/lib/core/errors";
import { jsonResponse } from "@/lib/core/http/responses";
import { asSubject } from "@/lib/core/subject";
import { issuerOf } from "@/lib/protocol/metadata/issuer";
import { afterAuthentication } from "@/lib/protocol/tokens/after-authentication";
import { clientEndpoint } from "@/lib/protocol/tokens/client-endpoint";
import {
  type IntrospectedToken,
  introspectAccessToken,
  introspectRefreshToken,
} from "@/lib/protocol/tokens/introspection-repository";
import { missingParameter } from "@/lib/protocol/tokens/missing-parameter";
import { possibleKinds } from "@/lib/protocol/tokens/possible-kinds";
import { unknownClient } from "@/lib/protocol/tokens/read-client-credentials";
import type { SentCredentials } from "@/lib/protocol/tokens/statements";

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
    if (!introspected.mayIntrospect) throw afterAuthentication(scopeMissing());
    if (token === "") throw afterAuthentication(missingParameter("token"));
    return jsonResponse(
      200,
      introspected.scopes === null ? { active: false } : serialize(introspected),
    );
  },
);

const finders = { access: introspectAccessToken, refresh: introspectRefreshToken } as const;

async function introspect(
  credentials: SentCredentials,
  token: string,
): Promise<IntrospectedToken | null> {
  const key = tokenKey(token);
  let introspected: IntrospectedToken | null = null;
  for (const kind of possibleKinds(token)) {
    introspected = await finders[kind](credentials, key);
    if (!introspected || introspected.scopes !== null) break;
  }
  return introspected;
}

function scopeMissing(): ServiceError {
  return new ServiceError(
    "unauthorized_client",
    "This service key does not have the scope platform/introspect. An operator can create one that has it.",
    { check: "access_token_scope", fix: { kind: "send_credentials" } },
  );
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
