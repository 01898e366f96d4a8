import { profileForm } from "@/lib/accounts/profile-form";
import { proveSecondFactor } from "@/lib/accounts/second-factor/prove-second-factor";
import { renderRecoveryCodes } from "@/lib/accounts/second-factor/render-recovery-codes";
import { renewRecoveryCodes } from "@/lib/accounts/second-factor/renew-recovery-codes";
import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { transaction } from "@/lib/kernel/db/client";

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
