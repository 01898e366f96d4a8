import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";

type EventColumns = Partial<Prisma.AuthorizationEventUncheckedCreateInput>;

/** Entries in a client's log, by default an offline token issued just now. */
export async function mintEvents(clientId: string, events: readonly EventColumns[]): Promise<void> {
  await db().authorizationEvent.createMany({
    data: events.map((event) => ({
      kind: "token" as const,
      outcome: "issued" as const,
      reason: "offline",
      requestId: newId(),
      ...event,
      clientId,
    })),
  });
}

/** An error as an entry for {@link mintEvents}. */
export function denial(reason: string, columns: EventColumns = {}): EventColumns {
  return { outcome: "refused", reason, detail: "Denied.", check: "code_form", ...columns };
}
