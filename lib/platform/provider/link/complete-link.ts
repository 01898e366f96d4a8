import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { recordPlatformChanges } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/core/db/client";
import { isTaken } from "@/lib/core/db/sql-state";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { Session } from "@/lib/operation/access/session";
import { setOperatorRole } from "@/lib/platform/operators/set-operator-role";
import {
  consumeState,
  type ProviderAnswer,
  requireExternalId,
} from "@/lib/platform/provider/complete-sign-in";
import {
  endAccount,
  findHolder,
  isLinkable,
  setExternalId,
} from "@/lib/platform/provider/link/repository";
import { takeOverAccount } from "@/lib/platform/provider/link/take-over-account";

/**
 * Links the account of a signed-in person, who has just entered their password, with the provider's account that they
 * have just proved. If the platform's directory already knows that account as a person without a password, its
 * memberships move here and that person's account ends.
 * @returns false if the provider's account belongs to another account with a password, or to a deactivated person, or
 * this account is already linked
 */
export async function completeLink(
  session: Session,
  answer: ProviderAnswer,
  info: RequestInfo,
): Promise<boolean> {
  try {
    return await linkOnce(session, answer, info);
  } catch (thrown) {
    if (!isTaken(thrown)) throw thrown;
    // Someone else linked the provider's account, or signed in with it, at the same time. Its row exists now.
    return linkOnce(session, answer, info);
  }
}

function linkOnce(
  { userId }: Session,
  { claims, state }: ProviderAnswer,
  info: RequestInfo,
): Promise<boolean> {
  return transaction(async (tx) => {
    await consumeState(tx, state);
    await requireExternalId(tx, claims.sub);
    const holder = await findHolder(tx, claims.sub);
    if (holder?.id === userId) return true;
    if (holder?.hasPassword || holder?.isDeactivated) return false;
    if (!(await isLinkable(tx, userId))) return false;
    const changes = holder ? await setOperatorRole(tx, holder.id, null, "local") : [];
    if (holder) await endAccount(tx, holder.id, userId);
    await setExternalId(tx, userId, claims.sub);
    if (holder) changes.push(await takeOverAccount(tx, { from: holder.id, to: userId }, info));
    await recordAccountEvent(tx, userId, info, { action: "provider.linked" });
    if (holder) await recordPlatformChanges(tx, `user:${userId}`, info, changes);
    return true;
  });
}
