import { signingSecret } from "@/lib/clients/secrets/signing-secret";
import { type DueDelivery, recordAttempt } from "@/lib/deliveries/repository";
import { nextAttemptAfter } from "@/lib/deliveries/retry-schedule";
import { signBody } from "@/lib/deliveries/sign-body";
import { type CallOutcome, postJson } from "@/lib/http/outgoing-call";
import type { JsonObject } from "@/lib/json";
import { log } from "@/lib/log";
import { issueCodeForInstall } from "@/lib/oauth/codes/issue-code-for-install";

/**
 * Makes one call to an extension and notes how it ended: `POST {base_url}/fp/uninstall
 * {company_id, client_id}` or `/fp/auto_install {company_id, code}`, signed so that the extension can
 * tell it from anybody else's.
 */
export async function attemptDelivery(delivery: DueDelivery): Promise<void> {
  const outcome = await call(delivery).catch(failure);
  const now = new Date();
  const delivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  await recordAttempt(delivery.id, {
    lastStatus: outcome.status,
    lastError: delivered ? null : (outcome.error ?? `The extension answered ${outcome.status}.`),
    deliveredAt: delivered ? now : null,
    nextAttemptAt: delivered ? null : nextAttemptAfter(delivery.attempts, now),
  });
}

// What goes wrong on our side (a secret whose key has left the ring) counts as an attempt like any
// other, so that it is tried less and less often and given up in the end.
function failure(err: unknown): CallOutcome {
  log().error({ err }, "delivery failed");
  return { status: null, error: "The call could not be made: the server's log says why." };
}

async function call(delivery: DueDelivery): Promise<CallOutcome> {
  const { clientId, organizationId, baseUrl } = delivery;
  if (baseUrl === null) return { status: null, error: "The extension has no base URL." };
  const secret = await signingSecret({ organizationId, clientId });
  if (secret === null)
    return { status: null, error: "The extension has no live secret to sign with." };
  const payload = await payloadOf(delivery);
  if (payload === null) return { status: null, error: "The company no longer grants it anything." };
  const body = JSON.stringify(payload);
  const address = `${baseUrl.replace(/\/+$/, "")}/fp/${delivery.kind}`;
  return postJson(address, body, { "x-fp-signature": signBody(secret, body) });
}

async function payloadOf(delivery: DueDelivery): Promise<JsonObject | null> {
  const { id, kind, clientId, companyId } = delivery;
  if (kind === "uninstall") return { company_id: companyId, client_id: clientId };
  const code = await issueCodeForInstall(clientId, companyId, id);
  return code === null ? null : { company_id: companyId, code };
}
