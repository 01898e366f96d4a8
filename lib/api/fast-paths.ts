import { healthz, readyz } from "@/lib/api/health";
import type { FastPath } from "@/lib/api/match-fast-path";
import { authorize } from "@/lib/oauth/authorize/authorize";
import { pushRequest } from "@/lib/oauth/authorize/push-request";
import { OAUTH_PATH } from "@/lib/oauth/metadata/issuer";
import { extensionDetails } from "@/lib/oauth/startup/extension-details";
import { introspectEndpoint } from "@/lib/oauth/tokens/introspect-endpoint";
import { revokeEndpoint } from "@/lib/oauth/tokens/revoke-endpoint";
import { offlineTokenEndpoint, onlineTokenEndpoint } from "@/lib/oauth/tokens/token-endpoint";
import { listProducts } from "@/lib/platform/list-products";

const COMPANY = `${OAUTH_PATH}/company/{company_id}/oauth`;
const ORGANIZATION = `${OAUTH_PATH}/organization/{organization_id}/oauth`;
const PRODUCTS = "/service/application/catalog/v1.0/products";
const DETAILS = "/service/panel/partners/v1.0/extensions/details/{api_key}";

/**
 * Every path that the server answers ahead of Next. The same functions are exported by the route
 * files of these paths, and the tests hold both to the same answers.
 */
export const fastPaths: readonly FastPath[] = [
  { method: "GET", path: "/healthz", handler: healthz },
  { method: "GET", path: "/readyz", handler: readyz },
  { method: "GET", path: `${COMPANY}/authorize`, handler: authorize },
  { method: "POST", path: `${COMPANY}/par`, handler: pushRequest },
  { method: "POST", path: `${COMPANY}/token`, handler: onlineTokenEndpoint },
  { method: "POST", path: `${COMPANY}/offline-token`, handler: offlineTokenEndpoint },
  { method: "GET", path: `${ORGANIZATION}/authorize`, handler: authorize },
  { method: "POST", path: `${ORGANIZATION}/par`, handler: pushRequest },
  { method: "POST", path: `${ORGANIZATION}/token`, handler: onlineTokenEndpoint },
  { method: "POST", path: `${ORGANIZATION}/offline-token`, handler: offlineTokenEndpoint },
  { method: "POST", path: `${OAUTH_PATH}/oauth/introspect`, handler: introspectEndpoint },
  { method: "POST", path: `${OAUTH_PATH}/oauth/revoke`, handler: revokeEndpoint },
  { method: "GET", path: `${PRODUCTS}/`, handler: listProducts },
  { method: "GET", path: PRODUCTS, handler: listProducts },
  { method: "GET", path: DETAILS, handler: extensionDetails },
];
