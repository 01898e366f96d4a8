import { type Endpoint, endpointOf, open, postOrShed } from "@/lib/api/endpoint";
import { healthz, healthzDescription, readyz, readyzDescription } from "@/lib/api/health";
import { metrics, metricsDescription } from "@/lib/api/metrics";
import * as audit from "@/lib/audit";
import * as clients from "@/lib/clients";
import {
  serviceTokenDescription,
  serviceTokenEndpoint,
} from "@/lib/clients/service-keys/service-token-endpoint";
import * as consent from "@/lib/consent";
import { getImageDescription, STORED_IMAGE_PATH, serveImage } from "@/lib/core/images/serve-image";
import * as developerTools from "@/lib/developer-tools";
import { hasSampleApi } from "@/lib/developer-tools/sample-api/has-sample-api";
import { listProducts } from "@/lib/developer-tools/sample-api/list-products";
import { listProductsDescription } from "@/lib/developer-tools/sample-api/product-schemas";
import { checkEndpoint } from "@/lib/gate/check/check-endpoint";
import { CHECK_PATH } from "@/lib/gate/check/original-request";
import { logEndpoint } from "@/lib/gate/log/log-endpoint";
import { checkDescription, logDescription } from "@/lib/gate/openapi";
import type { Access } from "@/lib/operation/access";
import * as platform from "@/lib/platform";
import { importDescription, importEndpoint } from "@/lib/platform/import/import-endpoint";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { pushRequest } from "@/lib/protocol/authorize/push-request";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { oauthDescriptions } from "@/lib/protocol/openapi";
import { extensionDetails } from "@/lib/protocol/startup/extension-details";
import { introspectEndpoint } from "@/lib/protocol/tokens/introspect-endpoint";
import { revokeEndpoint } from "@/lib/protocol/tokens/revoke-endpoint";
import { offlineTokenEndpoint, onlineTokenEndpoint } from "@/lib/protocol/tokens/token-endpoint";
import * as requests from "@/lib/requests";
import * as tenants from "@/lib/tenants";

const COMPANY = `${OAUTH_PATH}/company/{company_id}/oauth`;
const ORGANIZATION = `${OAUTH_PATH}/organization/{organization_id}/oauth`;
const PRODUCTS = "/service/application/catalog/v1.0/products";
const GATE = "/service/platform/gate/v1.0";
const DIRECTORY = "/service/platform/directory/v1.0";
const DETAILS = "/service/panel/partners/v1.0/extensions/details/{api_key}";
const docs = oauthDescriptions;

/** The operations of all rooms, in the order of the API reference. */
const operations = [
  ...clients.operations,
  ...requests.operations,
  ...developerTools.operations,
  ...audit.operations,
  ...tenants.operations,
  ...platform.operations,
  ...consent.operations,
] as const;

type AnyOperation = (typeof operations)[number];
type ManagementOperation = Extract<AnyOperation, { access: Access<"organization"> }>;
type PlatformOperation = Exclude<AnyOperation, ManagementOperation>;

const isManagement = (operation: AnyOperation): operation is ManagementOperation =>
  operation.access.kind === "organization";

export const managementOperations = operations.filter(isManagement);

/** The platform's API, for its backends and its operators. */
export const platformOperations = operations.filter(
  (operation): operation is PlatformOperation => !isManagement(operation),
);

/** The OAuth flow, the requests extensions make at startup, the platform's sample API and the probes. */
export const openEndpoints: readonly Endpoint[] = [
  open("GET", `${COMPANY}/authorize`, authorize, docs.authorize),
  postOrShed(`${COMPANY}/offline-token`, offlineTokenEndpoint, docs.createOfflineToken),
  postOrShed(`${COMPANY}/token`, onlineTokenEndpoint, docs.createOnlineToken),
  open("GET", `${ORGANIZATION}/authorize`, authorize, docs.authorizeForOrganization),
  postOrShed(
    `${ORGANIZATION}/offline-token`,
    offlineTokenEndpoint,
    docs.createOrganizationOfflineToken,
  ),
  postOrShed(`${ORGANIZATION}/token`, onlineTokenEndpoint, docs.createOrganizationToken),
  postOrShed(`${COMPANY}/par`, pushRequest, docs.pushRequest),
  postOrShed(`${ORGANIZATION}/par`, pushRequest, docs.pushOrganizationRequest),
  open("POST", `${OAUTH_PATH}/platform/oauth/token`, serviceTokenEndpoint, serviceTokenDescription),
  open("POST", `${DIRECTORY}/import`, importEndpoint, importDescription),
  open("GET", CHECK_PATH, checkEndpoint, checkDescription),
  open("POST", `${GATE}/log`, logEndpoint, logDescription),
  postOrShed(`${OAUTH_PATH}/oauth/introspect`, introspectEndpoint, docs.introspectToken),
  postOrShed(`${OAUTH_PATH}/oauth/revoke`, revokeEndpoint, docs.revokeToken),
  open("GET", DETAILS, extensionDetails, docs.getExtensionDetails),
  {
    ...open("GET", `${PRODUCTS}/`, listProducts, listProductsDescription),
    isOffered: hasSampleApi,
  },
  open("GET", STORED_IMAGE_PATH, serveImage, getImageDescription),
  open("GET", "/healthz", healthz, healthzDescription),
  open("GET", "/readyz", readyz, readyzDescription),
  open("GET", "/metrics", metrics, metricsDescription),
];

/** Every endpoint of the HTTP API, in the order of the API reference. One file, so that the whole API is read in one place. */
export const endpoints: readonly Endpoint[] = [
  ...managementOperations.map(endpointOf),
  ...platformOperations.map(endpointOf),
  ...openEndpoints,
];
