import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { recordPlatformChanges } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/core/db/client";
import { isOwnPassword } from "@/lib/identity/account/is-own-password";
import { profileForm } from "@/lib/identity/account/profile-form";
import { endPlatformAccess } from "@/lib/platform/provider/claims/apply-claims";
import { clearExternalId } from "@/lib/platform/provider/link/repository";

/**
 * POST `/profile/provider/unlink`: given the password, removes the link to the provider's account, and ends the other
 * sessions that were opened there and all that the platform gave, because it no longer reaches this account. The owner of
 * the provider's account is then a new person here.
 */
export const unlinkProvider = profileForm("provider", async ({ session, form, info }) => {
  const { userId } = session;
  if (!(await isOwnPassword(userId, form.password, info))) return "password_wrong";
  await transaction(async (tx) => {
    const externalId = await clearExternalId(tx, session);
    if (externalId === null) return;
    const changes = await endPlatformAccess(tx, userId, info);
    await recordAccountEvent(tx, userId, info, { action: "provider.unlinked" });
    const before = { external_id: externalId };
    const unlinked = { action: "user.unlinked", target: `user:${userId}`, before };
    await recordPlatformChanges(tx, `user:${userId}`, info, [...changes, unlinked]);
  });
  return "provider_unlinked";
});
