import type { StoredRequest } from "@/lib/consent/repository";
import { asSubject } from "@/lib/core/subject";
import {
  nameAuthorizeParameters,
  storedParameters,
  storedRequestLocation,
} from "@/lib/protocol/authorize/parameters";
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
  const prompt = request.decision === "allowed" ? null : request.prompt;
  const parameters = storedParameters({ ...request, prompt });
  const query = new URLSearchParams(nameAuthorizeParameters(parameters));
  return `${issuerPath(subject)}/oauth/authorize?${query}`;
}
