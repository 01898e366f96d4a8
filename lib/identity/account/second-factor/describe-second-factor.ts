import { type Database, db } from "@/lib/core/db/client";
import {
  countRecoveryCodes,
  findSecondFactor,
} from "@/lib/identity/account/second-factor/repository";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";

/** The second factor as shown in the profile. */
type SecondFactorView = { since: Date; recoveryCodesLeft: number };

/** A person's confirmed second factor, or null. */
export const describeSecondFactor = operation({
  id: "describeSecondFactor",
  access: signedIn(),
  returns: value<SecondFactorView | null>(),
  async run({ caller }) {
    const { userId } = caller.session;
    const factor = await findSecondFactor(db(), userId);
    if (!factor?.confirmedAt) return null;
    return {
      since: factor.confirmedAt,
      recoveryCodesLeft: await countRecoveryCodes(db(), userId),
    };
  },
});

/** Whether a person has a confirmed second factor. */
export async function hasSecondFactor(database: Database, userId: string): Promise<boolean> {
  const factor = await findSecondFactor(database, userId);
  return Boolean(factor?.confirmedAt);
}
