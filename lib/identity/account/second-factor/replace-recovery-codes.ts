import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { transaction } from "@/lib/core/db/client";
import { profilePage } from "@/lib/identity/account/profile-page";
import { proofFormSchema } from "@/lib/identity/account/schemas";
import { proveSecondFactor } from "@/lib/identity/account/second-factor/prove-second-factor";
import {
  recoveryCodesPage,
  renewRecoveryCodes,
} from "@/lib/identity/account/second-factor/recovery-codes";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice } from "@/lib/operation/returns";

/** Replaces the recovery codes. */
export const replaceRecoveryCodes = operation({
  id: "replaceRecoveryCodes",
  route: "POST /profile/second-factor/recovery-codes",
  access: signedIn(),
  body: proofFormSchema,
  returns: profilePage("second-factor"),
  async run(context) {
    if (!(await proveSecondFactor(context))) return notice("recovery_codes_kept");
    const { info, caller } = context;
    const codes = await transaction(async (tx) => {
      await recordAccountEvent(tx, caller.session.userId, info, {
        action: "recovery_codes.replaced",
      });
      return renewRecoveryCodes(tx, caller.session.userId);
    });
    return { page: recoveryCodesPage("renewed", codes) };
  },
});
