import { randomBytes } from "node:crypto";
import { redirectResponse } from "@/lib/core/http/responses";
import type { AuthorizeContext } from "@/lib/protocol/authorize/authorize-context";
import { insertAuthorizationRequest } from "@/lib/protocol/authorize/repository";

/** Seconds for which a request waits for the seller: as long as an SDK's install session. */
export const AUTHORIZATION_REQUEST_SECONDS = 15 * 60;

/** Stores the verified request and sends the browser to its consent page. */
export async function requestConsent(context: AuthorizeContext): Promise<Response> {
  const { parameters, subject, scopes, facts } = context;
  if (facts.userId === null) throw new Error("Consent needs a signed-in person");
  const id = randomBytes(24).toString("base64url");
  await insertAuthorizationRequest({
    id,
    clientId: parameters.clientId,
    subject,
    userId: facts.userId,
    redirectUri: parameters.redirectUri,
    scopes,
    state: parameters.state,
    codeChallenge: parameters.codeChallenge,
    expiresAt: new Date(Date.now() + AUTHORIZATION_REQUEST_SECONDS * 1000),
  });
  return redirectResponse(302, `/consent/${id}`);
}
