import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { recordPlatformChanges } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/core/db/client";
import { profilePage } from "@/lib/identity/account/profile-page";
import { passwordFormSchema } from "@/lib/identity/account/schemas";
import { isOwnPassword } from "@/lib/identity/sessions/confirm-person";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice } from "@/lib/operation/returns";
import { endPlatformAccess } from "@/lib/platform/provider/claims/apply-claims";
import { clearExternalId } from "@/lib/platform/provider/link/repository";

/**
 * Given the password, removes the link to the provider's account, and ends the other sessions that were opened there
 * and all that the platform gave, because it no longer reaches this account. The owner of the provider's account is
 * then a new person here.
 */
export const unlinkProvider = operation({
  id: "unlinkProvider",
  request: { route: "POST /profile/provider/unlink", body: passwordFormSchema },
  access: signedIn(),
  returns: profilePage("provider"),
  async run({ caller: { session }, body, info }) {
    const { userId } = session;
    if (!(await isOwnPassword(userId, body.password, info))) return notice("password_wrong");
    await transaction(async (tx) => {
      const externalId = await clearExternalId(tx, session);
      if (externalId === null) return;
      const changes = await endPlatformAccess(tx, userId, info);
      await recordAccountEvent(tx, userId, info, { action: "provider.unlinked" });
      const before = { external_id: externalId };
      const unlinked = { action: "user.unlinked", target: `user:${userId}`, before };
      await recordPlatformChanges(tx, `user:${userId}`, info, [...changes, unlinked]);
    });
    return notice("provider_unlinked");
  },
});
