import { profileForm } from "@/lib/accounts/profile-form";
import { proveSecondFactor } from "@/lib/accounts/second-factor/prove-second-factor";
import { deleteFactor } from "@/lib/accounts/second-factor/repository";
import { transaction } from "@/lib/db/client";

/** POST `/profile/second-factor/remove`: turns the second factor off, for who still has both. */
export const removeSecondFactor = profileForm("second-factor", async (request) => {
  if (!(await proveSecondFactor(request))) return "second_factor_kept";
  await transaction((tx) => deleteFactor(tx, request.session.userId));
  return "second_factor_removed";
});
