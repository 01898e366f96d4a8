import { createHmac } from "node:crypto";
import { currentSecret } from "@/lib/clients/secrets/current-secret";
import { type DueDelivery, recordAttempt } from "@/lib/deliveries/repository";
import { nextAttemptAfter } from "@/lib/deliveries/retry-schedule";
import { type CallOutcome, postJson } from "@/lib/http/outgoing-call";

/**
 * Makes one call to an extension and notes how it ended: `POST {base_url}/fp/uninstall
 * {company_id, client_id}`, signed so that the extension can tell it from anybody else's.
 */
export async function attemptDelivery(delivery: DueDelivery): Promise<void> {
  const outcome = await call(delivery);
  const now = new Date();
  const delivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  await recordAttempt(delivery.id, {
    lastStatus: outcome.status,
    lastError: delivered ? null : (outcome.error ?? `The extension answered ${outcome.status}.`),
    deliveredAt: delivered ? now : null,
    nextAttemptAt: delivered ? null : nextAttemptAfter(delivery.attempts, now),
  });
}

async function call(delivery: DueDelivery): Promise<CallOutcome> {
  const { clientId, companyId, organizationId, baseUrl } = delivery;
  if (baseUrl === null) return { status: null, error: "The extension has no base URL." };
  const secret = await currentSecret({ organizationId, clientId });
  if (secret === null)
    return { status: null, error: "The extension has no live secret to sign with." };
  const body = JSON.stringify({ company_id: companyId, client_id: clientId });
  const address = `${baseUrl.replace(/\/+$/, "")}/fp/${delivery.kind}`;
  return postJson(address, body, { "x-fp-signature": signBody(secret, body) });
}

/** The signature of a call to an extension: hex HMAC-SHA256 of the body under its secret. */
export function signBody(secret: string, body: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}
