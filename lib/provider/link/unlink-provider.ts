import { isOwnPassword } from "@/lib/accounts/is-own-password";
import { profileForm } from "@/lib/accounts/profile-form";
import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { transaction } from "@/lib/kernel/db/client";
import { clearExternalId } from "@/lib/provider/link/repository";

/**
 * POST `/profile/provider/unlink`: given the password, removes the link to the provider's account and ends the other
 * sessions that were opened there. The owner of that account is then a new person here.
 */
export const unlinkProvider = profileForm("provider", async ({ session, form, info }) => {
  const { userId } = session;
  if (!(await isOwnPassword(userId, form.password, info))) return "password_wrong";
  await transaction(async (tx) => {
    if (!(await clearExternalId(tx, session))) return;
    await recordAccountEvent(tx, userId, info, { action: "provider.unlinked" });
  });
  return "provider_unlinked";
});
