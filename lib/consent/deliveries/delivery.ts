import type { DeliveryRow } from "@/lib/consent/deliveries/platform-repository";
import type { DeliveryResponse, DeliveryStatus } from "@/lib/consent/deliveries/schemas";

export const DELIVERIES = "/service/panel/authentication/v1.0/platform/deliveries";
export const TAG = "Operators";

/** A call to an extension in the format of the API. */
export function serializeDelivery(row: DeliveryRow): DeliveryResponse {
  return {
    delivery_id: row.id,
    kind: row.kind,
    status: statusOf(row),
    client_id: row.clientId,
    client_name: row.clientName,
    company_id: row.companyId,
    organization_id: row.organizationId,
    subject_name: row.subjectName,
    attempts: row.attempts,
    last_status: row.lastStatus,
    last_error: row.lastError,
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

function statusOf({ nextAttemptAt, lastError }: DeliveryRow): DeliveryStatus {
  if (nextAttemptAt === null) return "abandoned";
  return lastError === null ? "waiting" : "failing";
}
