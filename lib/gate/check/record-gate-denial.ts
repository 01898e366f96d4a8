import type { ServiceError } from "@/lib/core/errors";
import type { RequestHeaders } from "@/lib/core/http/api-request";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import { processState } from "@/lib/core/process/process-state";
import { asSubject } from "@/lib/core/subject";
import type { GateToken } from "@/lib/gate/repository";
import { recordDenial } from "@/lib/protocol/events/record-denial";

/** Entries of one client's failure log that the gate adds in a minute; the API log has all denials. */
const PER_MINUTE = 60;
const MINUTE_MS = 60_000;

const counts = () =>
  processState("gate-denials", () => ({ until: 0, byClient: new Map<string, number>() }));

/**
 * Records a denial in the failure log of the token's client. Denials of strangers are not recorded, and those of a
 * client that is denied over and over only in the API log.
 */
export async function recordGateDenial(
  denial: ServiceError,
  token: GateToken,
  headers: RequestHeaders,
  requestId: string,
): Promise<void> {
  if (!isWithinLimit(token.clientId)) return;
  await recordDenial("bearer", denial, {
    requestId,
    clientId: token.clientId,
    subject: asSubject(token),
    authenticated: true,
    sent: {
      authorization: headers.get("authorization"),
      ipAddress: headers.get(CLIENT_ADDRESS_HEADER),
      parameters: {},
    },
  });
}

function isWithinLimit(clientId: string): boolean {
  const state = counts();
  const now = performance.now();
  if (now >= state.until) {
    state.until = now + MINUTE_MS;
    state.byClient.clear();
  }
  const count = (state.byClient.get(clientId) ?? 0) + 1;
  state.byClient.set(clientId, count);
  return count <= PER_MINUTE;
}
