import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { transaction } from "@/lib/core/db/client";
import { profileForm } from "@/lib/identity/account/profile-form";
import { proveSecondFactor } from "@/lib/identity/account/second-factor/prove-second-factor";
import { deleteFactor } from "@/lib/identity/account/second-factor/repository";

/** POST `/profile/second-factor/remove`: turns off the second factor, given the password and a code. */
export const removeSecondFactor = profileForm("second-factor", async (request) => {
  if (!(await proveSecondFactor(request))) return "second_factor_kept";
  const { info, session } = request;
  await transaction(async (tx) => {
    await deleteFactor(tx, session.userId);
    await recordAccountEvent(tx, session.userId, info, { action: "second_factor.removed" });
  });
  return "second_factor_removed";
});
