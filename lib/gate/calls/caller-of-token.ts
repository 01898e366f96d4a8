import type { Call } from "@/lib/gate/calls/record-call";
import type { BearerFacts } from "@/lib/protocol/bearer/check-bearer";

/** Who calls with a token: an online token acts as its seller, every other as the client's system user. */
export type CallerOfToken = Pick<
  Call,
  "clientId" | "companyId" | "organizationId" | "callerKind" | "systemUserId" | "userId"
>;

/** The caller that the API log names for a call with a token. */
export function callerOfToken({
  kind,
  clientId,
  companyId,
  organizationId,
  userId,
  systemUserId,
}: BearerFacts): CallerOfToken {
  const subject = { clientId, companyId, organizationId };
  return kind === "online"
    ? { ...subject, callerKind: "seller", systemUserId: null, userId }
    : { ...subject, callerKind: "system_user", systemUserId, userId: null };
}
