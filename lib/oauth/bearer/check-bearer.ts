import { sha256 } from "@/lib/crypto/hash";
import { ServiceError } from "@/lib/errors";
import {
  bearerChallenge,
  invalidToken,
  readBearerToken,
} from "@/lib/oauth/bearer/read-bearer-token";
import { type BearerFacts, checkBearerToken, type TokenState } from "@/lib/oauth/bearer/repository";

/** Who calls a platform API, and for which company. */
export type BearerCaller = BearerFacts & { companyId: number };

const refusals: Readonly<Record<Exclude<TokenState, "live">, string>> = {
  expired:
    "The access token has expired. Offline: refresh it. Online: run the authorization flow again.",
  revoked:
    "The access token was revoked: the company removed the extension, or a code was replayed.",
  client_inactive: "The access token's client is inactive or deleted.",
  seller_left: "The seller whom this online token acts for no longer belongs to the company.",
};

/**
 * Guards a platform API: a live company token with one of the accepted scopes, or the refusal of
 * RFC 6750 section 3.1. The call is recorded with its caller.
 * @param acceptedScopes any one of these is enough; the first is named in the refusal
 * @throws ServiceError unauthenticated, invalid_token, insufficient_scope
 */
export async function checkBearer(
  request: Request,
  acceptedScopes: readonly string[],
  requestId: string,
): Promise<BearerCaller> {
  const token = readBearerToken(request);
  const { pathname } = new URL(request.url);
  const call = { method: request.method, path: pathname, requestId };
  const facts = await checkBearerToken(sha256(token), acceptedScopes, call);
  if (!facts) throw invalidToken("The access token is unknown here.");
  if (facts.state !== "live") throw invalidToken(refusals[facts.state]);
  if (facts.companyId === null) throw invalidToken("The access token is not for a company.");
  if (!facts.inScope) throw insufficientScope(acceptedScopes[0] ?? "");
  return { ...facts, companyId: facts.companyId };
}

function insufficientScope(scope: string): ServiceError {
  const message = `The access token lacks the scope ${scope}. Add it to the authorize request.`;
  return new ServiceError("insufficient_scope", message, {
    headers: { "www-authenticate": bearerChallenge("insufficient_scope", message, scope) },
  });
}
