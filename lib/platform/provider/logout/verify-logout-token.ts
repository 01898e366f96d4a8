import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { processState } from "@/lib/core/process-state";
import { discoverProvider, type ProviderMetadata } from "@/lib/platform/provider/discover-provider";
import { PROVIDER_DEADLINE_MS } from "@/lib/platform/provider/fetch-json";
import { requireProvider } from "@/lib/platform/provider/require-provider";
import { acceptedAlgorithms } from "@/lib/platform/provider/signing-algorithms";

/** Whose sessions end, and the token's id. At least one of `sid` and `sub` is set. */
export type LogoutOrder = { jti: string; sid: string | null; sub: string | null; expiresAt: Date };

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const CLOCK_TOLERANCE_SECONDS = 10;
/** How old a token may be: it is sent at once, and repeated for a short time at most. */
const OLDEST_SECONDS = 5 * 60;

const claimsSchema = z
  .object({
    jti: z.string().min(1).max(255),
    iat: z.number(),
    sid: z.string().min(1).max(255).optional(),
    sub: z.string().min(1).max(255).optional(),
    events: z.looseObject({ [EVENT]: z.looseObject({}) }),
    nonce: z.never().optional(),
  })
  .refine(({ sid, sub }) => sid !== undefined || sub !== undefined, "names neither sid nor sub");

/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.6), except whether it was used before.
 * @throws ServiceError invalid_request saying what is wrong; ProviderFailure if the provider does not respond
 */
export async function verifyLogoutToken(token: string): Promise<LogoutOrder> {
  const metadata = await discoverProvider();
  const { clientId } = requireProvider();
  const payload = await verify(token, metadata, clientId);
  const parsed = claimsSchema.safeParse(payload);
  if (!parsed.success) throw invalid(reasonOf(parsed.error));
  const { jti, iat, sid = null, sub = null } = parsed.data;
  const seconds = iat + OLDEST_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS;
  return { jti, sid, sub, expiresAt: new Date(seconds * 1000) };
}

async function verify(token: string, metadata: ProviderMetadata, clientId: string) {
  try {
    const { payload } = await jwtVerify(token, keysOf(metadata.jwks_uri), {
      issuer: metadata.issuer,
      audience: clientId,
      algorithms: acceptedAlgorithms(metadata),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: OLDEST_SECONDS,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWKSTimeout) {
      throw new ServiceError("temporarily_unavailable", "The provider's keys cannot be read.", {
        cause: error,
      });
    }
    if (error instanceof errors.JOSEError) throw invalid(error.message);
    throw error;
  }
}

/** The provider's keys, fetched again at most every few seconds and at least every minute. */
function keysOf(address: string): JWTVerifyGetKey {
  const cache = processState(
    "provider-keys",
    (): { address?: string; keys?: JWTVerifyGetKey } => ({}),
  );
  if (cache.keys && cache.address === address) return cache.keys;
  cache.address = address;
  cache.keys = createRemoteJWKSet(new URL(address), {
    timeoutDuration: PROVIDER_DEADLINE_MS,
    cooldownDuration: 5_000,
    cacheMaxAge: 60_000,
  });
  return cache.keys;
}

function reasonOf({ issues }: z.ZodError): string {
  const { path, message } = issues[0] ?? { path: [], message: "is malformed" };
  if (path[0] === "nonce") return "it contains a nonce, which only ID tokens have";
  return path.length > 0 ? `${path.join(".")} is missing or malformed` : `it ${message}`;
}

function invalid(why: string): ServiceError {
  return new ServiceError("invalid_request", `logout_token is not valid: ${why}.`);
}
