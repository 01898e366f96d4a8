import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { transaction } from "@/lib/core/db/client";
import { profilePage } from "@/lib/identity/account/profile-page";
import { proofFormSchema } from "@/lib/identity/account/schemas";
import { proveSecondFactor } from "@/lib/identity/account/second-factor/prove-second-factor";
import { deleteFactor } from "@/lib/identity/account/second-factor/repository";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice } from "@/lib/operation/returns";

/** Turns off the second factor, given the password and a code. */
export const removeSecondFactor = operation({
  id: "removeSecondFactor",
  route: "POST /profile/second-factor/remove",
  access: signedIn(),
  body: proofFormSchema,
  returns: profilePage("second-factor"),
  async run(context) {
    if (!(await proveSecondFactor(context))) return notice("second_factor_kept");
    const { info, caller } = context;
    await transaction(async (tx) => {
      await deleteFactor(tx, caller.session.userId);
      await recordAccountEvent(tx, caller.session.userId, info, {
        action: "second_factor.removed",
      });
    });
    return notice("second_factor_removed");
  },
});
