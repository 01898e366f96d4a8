import { transaction } from "@/lib/core/db/client";
import { redirectResponse } from "@/lib/core/http/responses";
import { isOwnPassword } from "@/lib/identity/account/is-own-password";
import { profileForm } from "@/lib/identity/account/profile-form";
import { sealFactorSecret } from "@/lib/identity/account/second-factor/factor-secret";
import { replaceUnconfirmedFactor } from "@/lib/identity/account/second-factor/repository";
import { newTotpSecret } from "@/lib/identity/account/second-factor/totp";

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
