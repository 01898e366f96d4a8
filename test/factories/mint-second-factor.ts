import { TOTP } from "otpauth";
import { db } from "@/lib/core/db/client";
import { newTotpSecret, sealFactorSecret } from "@/lib/identity/account/second-factor/codes";
import { renewRecoveryCodes } from "@/lib/identity/account/second-factor/second-factor";

/** A person's second factor: in an app and on paper. */
export type MintedSecondFactor = { secret: string; recoveryCodes: string[] };

/** Gives a person a confirmed second factor. */
export async function mintSecondFactor(userId: string): Promise<MintedSecondFactor> {
  const secret = newTotpSecret();
  const sealed = sealFactorSecret(userId, secret);
  await db().secondFactor.create({ data: { userId, ...sealed, confirmedAt: new Date() } });
  return { secret, recoveryCodes: await renewRecoveryCodes(db(), userId) };
}

/**
 * The code that an authenticator app shows.
 * @param steps how many half minutes later, or earlier if negative
 */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
}
