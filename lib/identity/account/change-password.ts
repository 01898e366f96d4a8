import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { transaction } from "@/lib/core/db/client";
import { isOwnPassword } from "@/lib/identity/account/is-own-password";
import { judgePassword } from "@/lib/identity/account/judge-password";
import { profileForm } from "@/lib/identity/account/profile-form";
import { endOtherSessions, updatePassword } from "@/lib/identity/account/repository";
import { newPasswordSchema } from "@/lib/identity/account/schemas";

/** POST `/profile/password`: changes the password, given the current one. Ends the other sessions. */
export const changePassword = profileForm("password", async ({ session, form, info }) => {
  const newPassword = newPasswordSchema.safeParse(form.new_password);
  if (!newPassword.success) return "password_invalid";
  const { userId, sessionId } = session;
  if (!(await isOwnPassword(userId, form.password, info))) return "password_wrong";
  const fault = judgePassword(newPassword.data, session);
  if (fault) return fault;
  const passwordHash = await hashPassword(newPassword.data);
  await transaction(async (tx) => {
    await updatePassword(tx, userId, passwordHash);
    await endOtherSessions(tx, userId, sessionId);
    await recordAccountEvent(tx, userId, info, { action: "password.changed" });
  });
  return "password_changed";
});
