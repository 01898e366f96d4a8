import { type TokenKey, tokenKey } from "@/lib/core/crypto/token-key";
import type { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import type { BearerFacts } from "@/lib/protocol/bearer/bearer-facts";
import { readBearerToken, unknownBearerToken } from "@/lib/protocol/bearer/read-bearer-token";
import { checkBearerToken } from "@/lib/protocol/bearer/repository";
import {
  notForCompany,
  scopeMissing,
  tokenNotLive,
  unknownAccessToken,
} from "@/lib/protocol/bearer/token-denials";

/** The caller of a platform API, and the company that it calls for. */
export type BearerCaller = BearerFacts & { companyId: number };

/** A known token, and whether it allows the call. */
export type CheckedBearer = { token: BearerFacts } & (
  | { caller: BearerCaller; denial: null }
  | { caller: null; denial: ServiceError }
);

/**
 * Guards a platform API: the token must be live, for a company, and have one of the accepted scopes
 * (RFC 6750 section 3.1). A denial of a known token, whose client the API log names, is returned:
 * `invalid_token` or `insufficient_scope`.
 * @param acceptedScopes any of them is enough; the error names the first
 * @throws ServiceError unauthenticated, invalid_token
 */
export async function checkBearer(
  request: ApiRequest,
  acceptedScopes: readonly string[],
): Promise<CheckedBearer> {
  const value = readBearerToken(request);
  const key = tokenKey(value);
  const token = await checkBearerToken(key);
  if (!token) throw unknownBearerToken(value, unknownAccessToken);
  const denial = await findDenial(token, acceptedScopes, key);
  if (denial) return { token, caller: null, denial };
  const { companyId } = token;
  if (companyId === null) return { token, caller: null, denial: notForCompany(token) };
  return { token, caller: { ...token, companyId }, denial: null };
}

async function findDenial(
  token: BearerFacts,
  acceptedScopes: readonly string[],
  key: TokenKey,
): Promise<ServiceError | null> {
  if (token.state !== "live") return tokenNotLive(token, token.state, key);
  if (token.companyId !== null && !token.scopes.some((each) => acceptedScopes.includes(each))) {
    const needed =
      acceptedScopes.length > 1 ? `one of ${acceptedScopes.join(", ")}` : acceptedScopes.join();
    return scopeMissing(acceptedScopes, needed, token, key);
  }
  return null;
}
