import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { renderOAuthError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { readIssuerSubject, type Subject } from "@/lib/core/subject";
import { issuerOf, issuerPath, OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { grantTypes } from "@/lib/protocol/tokens/values";

/**
 * GET `/.well-known/oauth-authorization-server{issuer path}` (RFC 8414 section 3.1): each company and
 * organization is an issuer of its own, because the platform spec has it in every path.
 */
export function describeServer(request: ApiRequest): Response {
  const info = readRequestInfo(request.headers);
  try {
    const subject = readIssuerSubject(new URL(request.url).pathname);
    if (!subject) {
      const message = `Each company is an issuer. Its metadata is at /.well-known/oauth-authorization-server${OAUTH_PATH}/company/{company_id}.`;
      throw new ServiceError("not_found", message);
    }
    return new Response(JSON.stringify(metadata(subject)), {
      headers: { "content-type": "application/json", "cache-control": "public, max-age=300" },
    });
  } catch (thrown) {
    return renderOAuthError(toServiceError(thrown, info.requestId), info.requestId);
  }
}

function metadata(subject: Subject): Record<string, unknown> {
  const { baseUrl, clusterUrl } = env();
  const flow = `${issuerPath(subject)}/oauth`;
  const shared = `${clusterUrl}${OAUTH_PATH}/oauth`;
  const authentication = ["client_secret_basic", "client_secret_post"];
  return {
    issuer: issuerOf(subject),
    authorization_endpoint: `${baseUrl}${flow}/authorize`,
    token_endpoint: `${clusterUrl}${flow}/token`,
    offline_token_endpoint: `${clusterUrl}${flow}/offline-token`,
    pushed_authorization_request_endpoint: `${clusterUrl}${flow}/par`,
    revocation_endpoint: `${shared}/revoke`,
    introspection_endpoint: `${shared}/introspect`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: grantTypes,
    code_challenge_methods_supported: ["S256"],
    prompt_values_supported: ["none", "consent"],
    token_endpoint_auth_methods_supported: authentication,
    revocation_endpoint_auth_methods_supported: authentication,
    introspection_endpoint_auth_methods_supported: authentication,
    authorization_response_iss_parameter_supported: true,
    require_pushed_authorization_requests: false,
    service_documentation: `${baseUrl}/docs`,
  };
}
