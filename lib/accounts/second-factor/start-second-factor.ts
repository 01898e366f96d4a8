import { isOwnPassword } from "@/lib/accounts/is-own-password";
import { profileForm } from "@/lib/accounts/profile-form";
import { sealFactorSecret } from "@/lib/accounts/second-factor/factor-secret";
import { replaceUnconfirmedFactor } from "@/lib/accounts/second-factor/repository";
import { newTotpSecret } from "@/lib/accounts/second-factor/totp";
import { transaction } from "@/lib/kernel/db/client";
import { redirectResponse } from "@/lib/kernel/http/responses";

/**
 * POST `/profile/second-factor/start`: creates the secret of a second factor, which takes effect once its first code is
 * entered. Asks for the password, so that no one can lock the person out from an unattended browser.
 */
export const startSecondFactor = profileForm("second-factor", async ({ session, form, info }) => {
  const { userId } = session;
  if (!(await isOwnPassword(userId, form.password, info))) return "password_wrong";
  const sealed = sealFactorSecret(userId, newTotpSecret());
  const isStored = await transaction((tx) => replaceUnconfirmedFactor(tx, userId, sealed));
  return isStored ? redirectResponse(303, "/profile/second-factor") : "second_factor_on_already";
});
