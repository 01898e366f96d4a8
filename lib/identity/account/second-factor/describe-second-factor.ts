import { db } from "@/lib/core/db/client";
import {
  countRecoveryCodes,
  findSecondFactor,
} from "@/lib/identity/account/second-factor/repository";

/** The second factor as shown in the profile. */
export type SecondFactorView = { since: Date; recoveryCodesLeft: number };

/** A person's confirmed second factor, or null. */
export async function describeSecondFactor(userId: string): Promise<SecondFactorView | null> {
  const factor = await findSecondFactor(db(), userId);
  if (!factor?.confirmedAt) return null;
  return {
    since: factor.confirmedAt,
    recoveryCodesLeft: await countRecoveryCodes(db(), userId),
  };
}
