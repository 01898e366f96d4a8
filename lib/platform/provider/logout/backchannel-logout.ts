import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { z } from "zod";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { readForm } from "@/lib/core/http/read-body";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { processState } from "@/lib/core/process/process-state";
import { log } from "@/lib/core/telemetry/log";
import { endSessions } from "@/lib/identity/sessions/open-session";
import { takeOnce } from "@/lib/platform/provider/complete-sign-in";
import {
  acceptedAlgorithms,
  CLOCK_TOLERANCE_SECONDS,
  discoverProvider,
  PROVIDER_DEADLINE_MS,
  type ProviderMetadata,
} from "@/lib/platform/provider/discover-provider";
import { ProviderFailure, requireProvider } from "@/lib/platform/provider/provider";

/**
 * POST `/api/auth/backchannel-logout`: the provider ends sessions (OpenID Connect Back-Channel Logout 1.0), those with
 * the token's `sid`, or else all that its person opened at the provider. Each token works once, in all processes.
 */
export async function backchannelLogout(request: ApiRequest): Promise<Response> {
  const { requestId } = readRequestInfo(request.headers);
  try {
    requireProvider();
    const { logout_token: token } = await readForm(request);
    if (!token) throw new ServiceError("invalid_request", "logout_token is required.");
    const { jti, sid, sub, expiresAt } = await verifyLogoutToken(token);
    const endedSessions = await transaction(async (tx) => {
      if (!(await takeOnce(tx, `jti:${jti}`, expiresAt))) {
        throw new ServiceError("invalid_request", "logout_token is not valid: it was used before.");
      }
      return endSessions(tx, {
        ...(sub !== null && { user: { externalId: sub } }),
        providerSession: sid === null ? { isNot: null } : { sid },
      });
    });
    log().info({ sessions: endedSessions, request_id: requestId }, "back-channel logout");
    return new Response(null, { status: 200, headers: { "cache-control": "no-store" } });
  } catch (thrown) {
    const error = toServiceError(asUnavailable(thrown), requestId);
    return renderManagementError(error, requestId);
  }
}

function asUnavailable(thrown: unknown): unknown {
  if (!(thrown instanceof ProviderFailure)) return thrown;
  return new ServiceError("temporarily_unavailable", "The provider cannot be reached. Try again.", {
    cause: thrown,
  });
}

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
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

/** Checks a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.6), except whether it was used before. */
async function verifyLogoutToken(token: string) {
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
