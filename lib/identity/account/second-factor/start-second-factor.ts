import { transaction } from "@/lib/core/db/client";
import { profilePage } from "@/lib/identity/account/profile-page";
import { passwordFormSchema } from "@/lib/identity/account/schemas";
import {
  newTotpSecret,
  sealFactorSecret,
} from "@/lib/identity/account/second-factor/factor-secret";
import { replaceUnconfirmedFactor } from "@/lib/identity/account/second-factor/repository";
import { isOwnPassword } from "@/lib/identity/sessions/confirm-person";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice } from "@/lib/operation/returns";

/**
 * Creates the secret of a second factor, which takes effect once its first code is entered. Asks for the password, so
 * that no one can lock the person out from an unattended browser.
 */
export const startSecondFactor = operation({
  id: "startSecondFactor",
  route: "POST /profile/second-factor/start",
  access: signedIn(),
  body: passwordFormSchema,
  returns: profilePage("second-factor"),
  async run({ caller: { session }, body, info }) {
    const { userId } = session;
    if (!(await isOwnPassword(userId, body.password, info))) return notice("password_wrong");
    const sealed = sealFactorSecret(userId, newTotpSecret());
    const isStored = await transaction((tx) => replaceUnconfirmedFactor(tx, userId, sealed));
    return isStored ? { to: "/profile/second-factor" } : notice("second_factor_on_already");
  },
});
