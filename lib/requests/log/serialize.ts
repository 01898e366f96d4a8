import { type Fix, fixSchema } from "@/lib/core/diagnosis/fix-schemas";
import { fixMessage } from "@/lib/core/diagnosis/fix-values";
import events from "@/lib/core/i18n/messages/en/events.json" with { type: "json" };
import type { RequestRow } from "@/lib/requests/log/row-sql";
import type { FixBody, Request } from "@/lib/requests/log/schemas";

export function serializeRequest(row: RequestRow): Request {
  return {
    id: row.key,
    request_id: row.requestId,
    created_at: row.createdAt.toISOString(),
    kind: row.kind,
    outcome: row.outcome,
    code: row.code,
    check: row.check,
    method: row.method,
    path: row.path,
    status: row.status,
    milliseconds: row.milliseconds,
    client: row.clientId === null ? null : { id: row.clientId, name: row.clientName },
    company:
      row.companyId === null
        ? null
        : { id: row.companyId, name: row.companyName, is_sandbox: row.isTrial },
    organization_id: row.organizationId,
    more: row.more,
    authenticated: row.authenticated,
    caller: row.callerKind && { kind: row.callerKind, id: row.callerId, name: row.callerName },
    scope: row.scope,
  };
}

/** A stored fix as the API returns it, with its text. */
export function serializeFix(stored: unknown): FixBody {
  if (stored === null) return null;
  const fix = fixSchema.parse(stored);
  return { ...fix, text: describeFix(fix) };
}

/** A fix in plain English: what to do, and where. Pages translate the same message. */
export function describeFix(fix: Fix): string {
  const { name, values } = fixMessage(fix);
  return events.fixes[name].replace(/\{(\w+)\}/g, (_, placeholder) => String(values[placeholder]));
}
