import { type DueDelivery, recordAttempt } from "@/lib/deliveries/repository";
import { nextAttemptAfter } from "@/lib/deliveries/retry-schedule";
import { signBody } from "@/lib/deliveries/sign-body";
import { signingSecret } from "@/lib/deliveries/signing-secret";
import { logFailure } from "@/lib/kernel/db/log-failure";
import { type CallOutcome, postJson } from "@/lib/kernel/http/outgoing-call";
import type { JsonObject } from "@/lib/kernel/json";
import { asSubject, type Subject } from "@/lib/kernel/subject";
import { issueCodeForInstall } from "@/lib/oauth/codes/issue-code-for-install";

/** How a server says that it has no such address: not found, or not by POST. */
const NO_SUCH_ADDRESS: ReadonlySet<number | null> = new Set([404, 405, 501]);

/**
 * Makes one call to an extension and notes how it ended: `POST {base_url}/fp/uninstall
 * {company_id, client_id}` or `/fp/auto_install {company_id, code}`, signed so that the extension can
 * tell it from anybody else's. About an organization it is `POST {base_url}/adm/uninstall
 * {organization_id, client_id}`, as the organization's install and callback stand below `/adm` too. SDKs do
 * not know that one, so that an extension which answers that it has no such address is not asked again.
 */
export async function attemptDelivery(delivery: DueDelivery): Promise<void> {
  const outcome = await call(delivery).catch(failure);
  const now = new Date();
  const delivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  const isOver = delivered || (delivery.companyId === null && NO_SUCH_ADDRESS.has(outcome.status));
  await recordAttempt(delivery.id, {
    lastStatus: outcome.status,
    lastError: delivered ? null : (outcome.error ?? `The extension answered ${outcome.status}.`),
    deliveredAt: delivered ? now : null,
    nextAttemptAt: isOver ? null : nextAttemptAfter(delivery.attempts, now),
  });
}

// What goes wrong on our side (a secret whose key has left the ring) counts as an attempt like any
// other, so that it is tried less and less often and given up in the end.
function failure(err: unknown): CallOutcome {
  logFailure(err, "delivery failed");
  return { status: null, error: "The call could not be made: the server's log says why." };
}

async function call(delivery: DueDelivery): Promise<CallOutcome> {
  const { clientId, publisherId, baseUrl } = delivery;
  if (baseUrl === null) return { status: null, error: "The extension has no base URL." };
  const secret = await signingSecret({ organizationId: publisherId, clientId });
  if (secret === null)
    return { status: null, error: "The extension has no live secret to sign with." };
  const subject = asSubject(delivery);
  const payload = await payloadOf(delivery, subject);
  if (payload === null) return { status: null, error: "The company no longer grants it anything." };
  const body = JSON.stringify(payload);
  const folder = subject.companyId === null ? "adm" : "fp";
  const address = `${baseUrl.replace(/\/+$/, "")}/${folder}/${delivery.kind}`;
  return postJson(address, body, { "x-fp-signature": signBody(secret, body) });
}

async function payloadOf(
  { id, kind, clientId }: DueDelivery,
  { companyId, organizationId }: Subject,
): Promise<JsonObject | null> {
  // Never under company_id: that may be a company which has the extension installed as well.
  if (companyId === null) return { organization_id: organizationId, client_id: clientId };
  if (kind === "uninstall") return { company_id: companyId, client_id: clientId };
  const code = await issueCodeForInstall(clientId, companyId, id);
  return code === null ? null : { company_id: companyId, code };
}
