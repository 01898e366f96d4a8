import type { ServiceError } from "@/lib/core/errors";
import { errorDescription, errorUri } from "@/lib/core/http/render-error";
import type { Subject } from "@/lib/core/subject";
import { issuerOf } from "@/lib/protocol/metadata/issuer";

/** The parameters that the extension receives at its redirect_uri (platform spec 4.3 rule 2; `iss` is RFC 9207). */
export type Redirect = {
  redirectUri: string;
  state: string | null;
  clientId: string;
  subject: Subject;
};

/** The address that carries a code to the extension. */
export function successLocation(to: Redirect, code: string): string {
  return append(to.redirectUri, { code, ...common(to) });
}

/** The address that carries an error to the extension (RFC 6749 section 4.1.2.1). */
export function errorLocation(to: Redirect, error: ServiceError, requestId: string): string {
  return append(to.redirectUri, {
    error: error.code,
    error_description: shorten(errorDescription(error.message)),
    error_uri: errorUri(error.code, requestId),
    ...common(to),
  });
}

// Proxies accept 4 KB of response headers by default. The full message is in the failure log and at error_uri.
const MAX_DESCRIPTION_BYTES = 400;

function shorten(description: string): string {
  if (encodeURIComponent(description).length <= MAX_DESCRIPTION_BYTES) return description;
  let length = MAX_DESCRIPTION_BYTES;
  while (encodeURIComponent(description.slice(0, length)).length > MAX_DESCRIPTION_BYTES - 3) {
    length -= 1;
  }
  return `${description.slice(0, length)}...`;
}

function common({ state, clientId, subject }: Redirect): Record<string, string> {
  return {
    ...(state === null ? {} : { state }),
    iss: issuerOf(subject),
    client_id: clientId,
    ...(subject.companyId === null
      ? { organization_id: subject.organizationId }
      : { company_id: String(subject.companyId) }),
  };
}

// redirect_uri may already have a query, which is kept as it is.
function append(redirectUri: string, parameters: Record<string, string>): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${query}`;
}
