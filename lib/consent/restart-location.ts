import type { StoredRequest } from "@/lib/consent/repository";
import { asSubject } from "@/lib/core/subject";
import { storedRequestLocation } from "@/lib/protocol/authorize/parameters";
import { issuerPath } from "@/lib/protocol/metadata/issuer";

/**
 * The authorize address (path and query) that continues a request that waits, or repeats one that has ended. Once it was
 * allowed, the repeated one asks for nothing.
 */
export function restartLocation(request: StoredRequest): string {
  const subject = asSubject(request);
  if (request.decision === null && request.expiresAt > new Date()) {
    return storedRequestLocation(request.id, request.clientId, subject);
  }
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
  if (request.prompt !== null && request.decision !== "allowed") {
    query.set("prompt", request.prompt);
  }
  return `${issuerPath(subject)}/oauth/authorize?${query}`;
}
