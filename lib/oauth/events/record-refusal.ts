import type { ServiceError } from "@/lib/errors";
import { insertRefusal, type RefusalKind } from "@/lib/oauth/events/repository";
import type { Subject } from "@/lib/oauth/subject";
import { redactText } from "@/lib/redact";

/**
 * Records a refusal where the developer of the client can find it by request id. Not for failures of
 * our own: those are in the log.
 */
export async function recordRefusal(
  kind: RefusalKind,
  error: ServiceError,
  about: { credentials?: { clientId: string }; subject?: Subject; requestId: string },
): Promise<void> {
  if (error.status >= 500) return;
  await insertRefusal({
    kind,
    clientId: about.credentials?.clientId ?? null,
    companyId: about.subject?.companyId ?? null,
    organizationId: about.subject?.organizationId ?? null,
    reason: error.code,
    // It may repeat what was sent, and a secret may have been sent in the wrong place.
    detail: redactText(error.message),
    requestId: about.requestId,
  });
}
