import { sha256 } from "@/lib/core/crypto/hash";
import { logFailure } from "@/lib/core/db/database-health";
import { mapValues } from "@/lib/core/diagnosis/difference";
import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import type { ServiceError } from "@/lib/core/errors";
import { networkOf } from "@/lib/core/http/ip-address";
import type { Subject } from "@/lib/core/subject";
import { counter } from "@/lib/core/telemetry/metrics";
import { diagnoseCredentials } from "@/lib/protocol/events/diagnose-credentials";
import { type Masker, maskerFor } from "@/lib/protocol/events/mask-secrets";
import { redactInput, showUrl } from "@/lib/protocol/events/redact-input";
import {
  countFurtherDenial,
  findPlaceOfStranger,
  insertDenial,
  insertDenialOfStranger,
} from "@/lib/protocol/events/repository";
import { namedClients, type SentRequest } from "@/lib/protocol/events/sent-request";
import type { EventKind } from "@/lib/protocol/events/values";
import type { ClientCredentials } from "@/lib/protocol/tokens/read-client-credentials";

type DeniedRequest = {
  requestId: string;
  sent: SentRequest;
  /** The client of the request, if known from something other than the request itself. */
  clientId?: string | null;
  subject?: Subject;
  /** The credentials that it sent. */
  credentials?: ClientCredentials;
  /** Whether these are known to be correct. */
  authenticated?: boolean;
  /** Whether a signed-in person of the company or organization in the path sent it. */
  signedIn?: boolean;
};

const denials = counter({
  name: "latchkey_denials_total",
  help: "Requests of the flow and of token holders that were denied, by kind of request and the check that failed.",
  labels: ["kind", "check"],
});

/**
 * Records a denial where the client's developers can find it by request id. If the request only named the client, it is
 * marked as not authenticated; a few of these a minute have their own row, and the others are counted. No secrets are
 * stored. Our own failures, which are in the log, and requests over a limit are not recorded. If it cannot be stored, that
 * is logged, and the response is sent all the same.
 */
export async function recordDenial(
  kind: EventKind,
  error: ServiceError,
  request: DeniedRequest,
): Promise<void> {
  if (error.status >= 500 || error.code === "too_many_requests") return;
  denials().inc({ kind, check: error.diagnosis.check ?? "request" });
  try {
    await storeDenial(kind, error, request);
  } catch (err) {
    logFailure(err, "denial not recorded", { request_id: request.requestId });
  }
}

async function storeDenial(
  kind: EventKind,
  error: ServiceError,
  request: DeniedRequest,
): Promise<void> {
  const { sent, subject, credentials } = request;
  const wrongCredentials = error.code === "invalid_client" && credentials;
  const diagnosed = wrongCredentials ? await diagnoseCredentials(credentials, sent) : null;
  const { check, fix, difference, owner } = diagnosed?.diagnosis ?? error.diagnosis;
  const authenticated =
    owner !== undefined || (diagnosed?.authenticated ?? request.authenticated ?? false);
  const clientIds = request.clientId ? [request.clientId] : namedClients(sent);
  const network = sha256(networkOf(sent.ipAddress)).toString("base64url");
  const [place] = owner ? [] : await findPlaceOfStranger({ clientIds, network });
  const clientId = owner?.clientId ?? place?.clientId ?? null;
  // A row is expensive to make, so strangers get none that is not stored.
  if (!authenticated && place?.isFull) return countFurtherDenial(clientId);
  const mask = maskerFor(sent, clientId);
  const organizationId = owner?.organizationId ?? subject?.organizationId ?? null;
  const row = {
    kind,
    clientId,
    companyId: owner?.companyId ?? subject?.companyId ?? null,
    // As it was sent, so it may be a secret in the wrong place.
    organizationId: organizationId && mask(organizationId),
    reason: error.code,
    // A message may quote the request, which may have a secret in the wrong place.
    detail: mask(error.message),
    check: check ?? "request",
    difference: difference ? JSON.stringify(mapValues(difference, mask)) : null,
    input: JSON.stringify(redactInput(sent, mask, clientId)),
    fix: fix && isHarmless(fix, mask) ? JSON.stringify(fix) : null,
    authenticated,
    signedIn: request.signedIn ?? false,
    requestId: request.requestId,
  };
  if (authenticated) await insertDenial(row);
  else if ((await insertDenialOfStranger({ ...row, network })).length === 0) {
    await countFurtherDenial(clientId);
  }
}

// A fix is meant to be applied as it is, so one that would have to be masked is left out.
function isHarmless(fix: Fix, mask: Masker): boolean {
  if (fix.kind === "register_redirect_url") return showUrl(fix.url, mask) === fix.url;
  return Object.values(fix)
    .flat()
    .every((value) => typeof value !== "string" || mask(value) === value);
}
