import { type Fix, fixSchema } from "@/lib/core/diagnosis/fix-schemas";
import { fixMessage } from "@/lib/core/diagnosis/fix-values";
import events from "@/lib/core/i18n/messages/en/events.json" with { type: "json" };
import { toWire } from "@/lib/core/schemas/to-wire";
import type { RequestRow } from "@/lib/requests/log/row-sql";
import { type FixBody, type Request, requestSchema } from "@/lib/requests/log/schemas";

/** A request as the API returns it. */
export function serializeRequest(row: RequestRow): Request {
  return {
    id: row.key,
    ...toWire(row, requestSchema),
    client: row.clientId === null ? null : { id: row.clientId, name: row.clientName },
    company:
      row.companyId === null
        ? null
        : { id: row.companyId, name: row.companyName, is_sandbox: row.isTrial },
    caller: row.callerKind && { kind: row.callerKind, id: row.callerId, name: row.callerName },
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
