import { isOwnPassword } from "@/lib/accounts/is-own-password";
import { profileForm } from "@/lib/accounts/profile-form";
import { sealFactorSecret } from "@/lib/accounts/second-factor/factor-secret";
import { replaceUnconfirmedFactor } from "@/lib/accounts/second-factor/repository";
import { newTotpSecret } from "@/lib/accounts/second-factor/totp";
import { transaction } from "@/lib/kernel/db/client";
import { redirectResponse } from "@/lib/kernel/http/responses";

/**
 * POST `/profile/second-factor/start`: makes the secret of a second factor, which counts only once a
 * code of it was entered. Asks for the password: whoever found an open browser must not lock its
 * person out.
 */
export const startSecondFactor = profileForm("second-factor", async ({ session, form, info }) => {
  const { userId } = session;
  if (!(await isOwnPassword(userId, form.password, info))) return "password_wrong";
  const sealed = sealFactorSecret(userId, newTotpSecret());
  const stored = await transaction((tx) => replaceUnconfirmedFactor(tx, userId, sealed));
  return stored ? redirectResponse(303, "/profile/second-factor") : "second_factor_on_already";
});
