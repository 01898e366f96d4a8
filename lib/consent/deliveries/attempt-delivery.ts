import { signBody, signingSecret } from "@/lib/consent/deliveries/signing-secret";
import { db } from "@/lib/core/db/client";
import { logFailure } from "@/lib/core/db/database-health";
import { column, type RowOf, sql } from "@/lib/core/db/sql";
import { type CallOutcome, postJson } from "@/lib/core/http/outgoing-call";
import { TRACEPARENT_HEADER } from "@/lib/core/http/trace-context";
import type { JsonObject } from "@/lib/core/json";
import { asSubject, type Subject } from "@/lib/core/subject";
import { counter } from "@/lib/core/telemetry/metrics";
import { issueCodeForInstall } from "@/lib/protocol/codes/issue-code";

const deliveryAttempts = counter({
  name: "latchkey_delivery_attempts_total",
  help: "Calls made to extensions, by kind and outcome: delivered or failed.",
  labels: ["kind", "outcome"],
});

/** Status codes that mean the address does not exist, or does not accept POST. */
const NO_SUCH_ADDRESS: ReadonlySet<number | null> = new Set([404, 405, 501]);

const NO_CODE =
  "The company has revoked its grant, or it or the extension is suspended or inactive.";

/**
 * Makes one call to an extension and records the outcome: `POST {base_url}/fp/uninstall {company_id, client_id}` or
 * `/fp/auto_install {company_id, code}`, signed so that the extension can verify its sender, unless only hashes of its secrets are known. For an organization it is
 * `POST {base_url}/adm/uninstall {organization_id, client_id}`, next to the organization's install and callback paths.
 * SDKs do not support that one, so an extension without it is not called again. If the extension has no address any
 * more, the call is deleted: there is nothing to tell anyone about.
 */
export async function attemptDelivery({ baseUrl, ...delivery }: DueDelivery): Promise<void> {
  const where = { id: delivery.id };
  if (baseUrl === null) {
    await db().delivery.deleteMany({ where });
    return;
  }
  const outcome = await call({ ...delivery, baseUrl }).catch(failure);
  const now = new Date();
  const delivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  deliveryAttempts().inc({ kind: delivery.kind, outcome: delivered ? "delivered" : "failed" });
  const isOver = delivered || (delivery.companyId === null && NO_SUCH_ADDRESS.has(outcome.status));
  const lastError = outcome.error ?? `The extension responded with ${outcome.status}.`;
  await db().delivery.updateMany({
    where,
    data: {
      lastStatus: outcome.status,
      lastError: delivered ? null : lastError,
      deliveredAt: delivered ? now : null,
      nextAttemptAt: isOver ? null : nextAttemptAfter(delivery.attempts, now),
    },
  });
}

// Internal failures (such as a secret whose key is no longer in the ring) count as attempts too, so that they are
// retried less and less often and finally abandoned.
function failure(err: unknown): CallOutcome {
  logFailure(err, "delivery failed");
  return { status: null, error: "The call could not be made. See the server's log for details." };
}

async function call(delivery: DueDelivery & { baseUrl: string }): Promise<CallOutcome> {
  const { clientId, publisherId, baseUrl } = delivery;
  const secret = await signingSecret({ organizationId: publisherId, clientId });
  const subject = asSubject(delivery);
  const payload = await payloadOf(delivery, subject);
  if (payload === null) return { status: null, error: NO_CODE };
  const body = JSON.stringify(payload);
  const folder = subject.companyId === null ? "adm" : "fp";
  const address = `${baseUrl.replace(/\/+$/, "")}/${folder}/${delivery.kind}`;
  return postJson(address, body, {
    ...(secret !== null && { "x-fp-signature": signBody(secret, body) }),
    // Not tracestate, which is for systems of the platform.
    ...(delivery.traceparent !== null && { [TRACEPARENT_HEADER]: delivery.traceparent }),
  });
}

async function payloadOf(
  { id, kind, clientId }: DueDelivery,
  { companyId, organizationId }: Subject,
): Promise<JsonObject | null> {
  // Never under company_id: that company may have the extension installed as well.
  if (companyId === null) return { organization_id: organizationId, client_id: clientId };
  if (kind === "uninstall") return { company_id: companyId, client_id: clientId };
  const code = await issueCodeForInstall(clientId, companyId, id);
  return code === null ? null : { company_id: companyId, code };
}

/** 10 seconds; 1, 5, and 30 minutes; 2, 6, 12, and 24 hours. */
const WAITS_SECONDS = [10, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400];

/**
 * When to retry after a failed attempt: at growing intervals, for two days in total.
 * @param attempts attempts made so far, at least 1
 * @returns null when it is time to give up
 */
function nextAttemptAfter(attempts: number, now: Date): Date | null {
  const wait = WAITS_SECONDS[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait * 1_000);
}

const DUE_DELIVERY = {
  id: "text",
  kind: column<"uninstall" | "auto_install">("text"),
  clientId: "text",
  /** The call's subject: a company, or an organization. */
  companyId: "int8?",
  organizationId: "text?",
  /** Attempts so far, including this one. */
  attempts: "int4",
  /** The organization whose client is called. */
  publisherId: "text",
  baseUrl: "text?",
  /** Of the trace of the request that caused the call. */
  traceparent: "text?",
} as const;

/** A call that is due, claimed for one attempt. */
type DueDelivery = RowOf<typeof DUE_DELIVERY>;

/** Claims calls that are due; two processes never claim the same attempt. */
export const claimDue = sql<{ limit: number }, DueDelivery>(
  "claim-deliveries",
  DUE_DELIVERY,
  // A claim postpones the next attempt, so that nothing is lost if the process dies.
  `
WITH due AS (
  SELECT id FROM deliveries WHERE next_attempt_at <= now()
  ORDER BY next_attempt_at LIMIT :limit FOR UPDATE SKIP LOCKED
)
UPDATE deliveries d SET attempts = d.attempts + 1, next_attempt_at = now() + interval '1 minute'
FROM due, clients c
WHERE d.id = due.id AND c.client_id = d.client_id
RETURNING d.id, d.kind, d.client_id AS "clientId", d.company_id AS "companyId",
  d.organization_id AS "organizationId", d.attempts, c.organization_id AS "publisherId", c.base_url AS "baseUrl",
  d.traceparent`,
);
