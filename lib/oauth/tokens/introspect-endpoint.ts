import { sha256 } from "@/lib/kernel/crypto/hash";
import { isTokenOfKind, isWellFormedToken } from "@/lib/kernel/crypto/tokens";
import { jsonResponse } from "@/lib/kernel/http/responses";
import { asSubject } from "@/lib/kernel/subject";
import { issuerOf } from "@/lib/oauth/metadata/issuer";
import { clientEndpoint } from "@/lib/oauth/tokens/client-endpoint";
import {
  type IntrospectedToken,
  introspectAccessToken,
  introspectRefreshToken,
} from "@/lib/oauth/tokens/introspection-repository";
import { missingParameter } from "@/lib/oauth/tokens/missing-parameter";
import { unknownClient } from "@/lib/oauth/tokens/read-client-credentials";

/**
 * POST `…/oauth/introspect` (RFC 7662). A client sees its own tokens. A client of type `platform` in a
 * verified organization (a gateway) sees every token. The response for any other token is `{"active": false}` (section 2.2).
 */
export const introspectEndpoint = clientEndpoint(
  "introspect",
  () => null,
  async ({ credentials, parameters }) => {
    const { token } = parameters;
    if (!token) throw missingParameter("token");
    const introspect = isTokenOfKind(token, "refresh")
      ? introspectRefreshToken
      : introspectAccessToken;
    const found = await introspect(credentials, isWellFormedToken(token) ? sha256(token) : null);
    if (!found) throw unknownClient();
    return jsonResponse(200, found.scopes === null ? { active: false } : serialize(found));
  },
);

function serialize(token: IntrospectedToken): Record<string, unknown> {
  return {
    active: true,
    iss: issuerOf(asSubject(token)),
    client_id: token.clientId,
    sub: token.userId ?? token.systemUserId,
    ...(token.email ? { username: token.email } : {}),
    scope: token.scopes?.join(" "),
    token_type: token.kind === "refresh" ? "refresh_token" : "Bearer",
    access_mode: token.kind === "online" ? "online" : "offline",
    caller: token.userId ? "seller" : "system_user",
    ...(token.companyId === null ? {} : { company_id: token.companyId }),
    ...(token.organizationId === null ? {} : { organization_id: token.organizationId }),
    iat: token.issuedAt,
    exp: token.expiresAt,
  };
}
