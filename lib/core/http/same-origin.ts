import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";

/**
 * Rejects requests that a browser sent on behalf of another site. Cookies are already SameSite=Lax; this covers sibling
 * subdomains and older browsers. @throws ServiceError access_denied
 */
export function requireSameOrigin(request: ApiRequest): void {
  const origin = request.headers.get("origin");
  if (origin === env().baseUrl) return;
  throw new ServiceError(
    "access_denied",
    `The request must come from a page of ${env().baseUrl}. Open that address and try again.`,
    { check: "origin", fix: { kind: "run_authorize_again" } },
  );
}

/**
 * Rejects a download that a link on another site or in an email starts, because the audit log would record it for the
 * person who clicked. Clients other than browsers do not send the header. @throws ServiceError forbidden
 */
export function requireOwnPage({ headers }: ApiRequest): void {
  if ((headers.get("sec-fetch-site") ?? "same-origin") === "same-origin") return;
  throw new ServiceError(
    "forbidden",
    `A link cannot start a download. Start it on a page of ${env().baseUrl}.`,
  );
}
