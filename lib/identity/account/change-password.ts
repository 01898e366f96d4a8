import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { transaction } from "@/lib/core/db/client";
import { judgePassword } from "@/lib/identity/account/judge-password";
import { profilePage } from "@/lib/identity/account/profile-page";
import { endOtherSessions, updatePassword } from "@/lib/identity/account/repository";
import { newPasswordFormSchema } from "@/lib/identity/account/schemas";
import { isOwnPassword } from "@/lib/identity/sessions/confirm-person";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice } from "@/lib/operation/returns";

/** Changes the password, given the current one. Ends the other sessions. */
export const changePassword = operation({
  id: "changePassword",
  request: { route: "POST /profile/password", body: newPasswordFormSchema },
  access: signedIn(),
  returns: profilePage("password", "password_invalid"),
  async run({ caller: { session }, body, info }) {
    const { password, new_password: newPassword } = body;
    const { userId, sessionId } = session;
    if (!(await isOwnPassword(userId, password, info))) return notice("password_wrong");
    const fault = judgePassword(newPassword, session);
    if (fault) return notice(fault);
    const passwordHash = await hashPassword(newPassword);
    await transaction(async (tx) => {
      await updatePassword(tx, userId, passwordHash);
      await endOtherSessions(tx, userId, sessionId);
      await recordAccountEvent(tx, userId, info, { action: "password.changed" });
    });
    return notice("password_changed");
  },
});
