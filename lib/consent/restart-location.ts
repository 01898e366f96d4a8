import { asSubject } from "@/lib/core/subject";
import { issuerPath } from "@/lib/protocol/metadata/issuer";

/** The authorize address (path and query) that repeats a stored request. */
export function restartLocation(request: {
  clientId: string;
  companyId: number | null;
  organizationId: string | null;
  redirectUri: string;
  scopes: readonly string[];
  state: string | null;
  codeChallenge: string | null;
}): string {
  const query = new URLSearchParams({
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    response_type: "code",
    scope: request.scopes.join(","),
  });
  if (request.state !== null) query.set("state", request.state);
  if (request.codeChallenge !== null) {
    query.set("code_challenge", request.codeChallenge);
    query.set("code_challenge_method", "S256");
  }
  return `${issuerPath(asSubject(request))}/oauth/authorize?${query}`;
}
