import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { transaction } from "@/lib/core/db/client";
import { profileForm } from "@/lib/identity/account/profile-form";
import { proveSecondFactor } from "@/lib/identity/account/second-factor/prove-second-factor";
import { renderRecoveryCodes } from "@/lib/identity/account/second-factor/render-recovery-codes";
import { renewRecoveryCodes } from "@/lib/identity/account/second-factor/renew-recovery-codes";

/** POST `/profile/second-factor/recovery-codes`: replaces the recovery codes. */
export const replaceRecoveryCodes = profileForm("second-factor", async (request) => {
  if (!(await proveSecondFactor(request))) return "recovery_codes_kept";
  const { info, session } = request;
  const codes = await transaction(async (tx) => {
    await recordAccountEvent(tx, session.userId, info, { action: "recovery_codes.replaced" });
    return renewRecoveryCodes(tx, session.userId);
  });
  return renderRecoveryCodes(request.headers, "renewed", codes);
});
