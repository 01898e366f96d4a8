import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { readForm } from "@/lib/core/http/read-body";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { log } from "@/lib/core/log";
import { verifyLogoutToken } from "@/lib/platform/provider/logout/verify-logout-token";
import { ProviderFailure } from "@/lib/platform/provider/provider-failure";
import { endProviderSessions, takeOnce } from "@/lib/platform/provider/repository";
import { requireProvider } from "@/lib/platform/provider/require-provider";

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
    const endedSessions = await endSessions(token);
    log().info({ sessions: endedSessions, request_id: requestId }, "back-channel logout");
    return new Response(null, { status: 200, headers: { "cache-control": "no-store" } });
  } catch (thrown) {
    const error = toServiceError(asUnavailable(thrown), requestId);
    return renderManagementError(error, requestId);
  }
}

async function endSessions(token: string): Promise<number> {
  const { jti, sid, sub, expiresAt } = await verifyLogoutToken(token);
  return transaction(async (tx) => {
    if (!(await takeOnce(tx, `jti:${jti}`, expiresAt))) {
      throw new ServiceError("invalid_request", "logout_token is not valid: it was used before.");
    }
    return endProviderSessions(tx, { sid, sub });
  });
}

function asUnavailable(thrown: unknown): unknown {
  if (!(thrown instanceof ProviderFailure)) return thrown;
  return new ServiceError("temporarily_unavailable", "The provider cannot be reached. Try again.", {
    cause: thrown,
  });
}
