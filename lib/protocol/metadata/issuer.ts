import { env } from "@/lib/core/env/env";
import type { Subject } from "@/lib/core/subject";

/** Path below which the OAuth flow lives. */
export const OAUTH_PATH = "/service/panel/authentication/v1.0";

/** The issuer identifier of a company's or organization's flow (RFC 8414 section 2, RFC 9207). */
export function issuerOf(subject: Subject): string {
  return env().clusterUrl + issuerPath(subject);
}

export function issuerPath({ companyId, organizationId }: Subject): string {
  return companyId === null
    ? `${OAUTH_PATH}/organization/${organizationId}`
    : `${OAUTH_PATH}/company/${companyId}`;
}
