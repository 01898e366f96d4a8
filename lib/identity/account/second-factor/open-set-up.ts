import { currentBrand } from "@/lib/core/brand/current-brand";
import { type Database, db } from "@/lib/core/db/client";
import { accountLabel } from "@/lib/core/full-name";
import { openFactorSecret, totpAddress } from "@/lib/identity/account/second-factor/factor-secret";
import {
  findSecondFactor,
  type SecondFactorRow,
} from "@/lib/identity/account/second-factor/repository";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";

/** How long a secret waits for its first code. */
const SET_UP_MS = 30 * 60 * 1000;

/** The data of the set-up page. */
export type SetUpView = {
  /** In base32, for people who cannot scan. */
  secret: string;
  /** `otpauth:` address, for the QR code. */
  address: string;
};

/** The set-up a person started, or null if there is none, or it is finished or expired. */
export const openSetUp = operation({
  id: "openSetUp",
  access: signedIn(),
  returns: value<SetUpView | null>(),
  async run({ caller: { session } }) {
    const factor = await findSetUp(db(), session.userId);
    if (!factor) return null;
    const secret = openFactorSecret(session.userId, factor);
    const { productName } = await currentBrand();
    return { secret, address: totpAddress(secret, accountLabel(session), productName) };
  },
});

/** The stored factor awaiting its first code, or null. */
export async function findSetUp(
  database: Database,
  userId: string,
): Promise<SecondFactorRow | null> {
  const factor = await findSecondFactor(database, userId);
  const waits = factor?.confirmedAt === null && Date.now() - factor.createdAt.getTime() < SET_UP_MS;
  return waits ? factor : null;
}
