import { z } from "zod";
import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { currentBrand } from "@/lib/core/brand/current-brand";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { accountLabel } from "@/lib/core/full-name";
import { profilePage } from "@/lib/identity/account/profile-page";
import { passwordFormSchema } from "@/lib/identity/account/schemas";
import {
  newTotpSecret,
  openFactorSecret,
  sealFactorSecret,
  stepOfCode,
  totpAddress,
} from "@/lib/identity/account/second-factor/codes";
import {
  findSecondFactor,
  recoveryCodesPage,
  renewRecoveryCodes,
  type SecondFactorRow,
} from "@/lib/identity/account/second-factor/second-factor";
import { isOwnPassword } from "@/lib/identity/sessions/check-password";
import { endSessions } from "@/lib/identity/sessions/open-session";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { notice, value } from "@/lib/operation/returns";

/**
 * Creates the secret of a second factor, which takes effect once its first code is entered. Asks for the password, so
 * that no one can lock the person out from an unattended browser.
 */
export const startSecondFactor = operation({
  id: "startSecondFactor",
  request: { route: "POST /profile/second-factor/start", body: passwordFormSchema },
  access: signedIn(),
  returns: profilePage("second-factor"),
  async run({ caller: { session }, body, info }) {
    const { userId } = session;
    if (!(await isOwnPassword(userId, body.password, info))) return notice("password_wrong");
    const sealed = sealFactorSecret(userId, newTotpSecret());
    const { count } = await transaction(async (tx) => {
      await tx.secondFactor.deleteMany({ where: { userId, confirmedAt: null } });
      return tx.secondFactor.createMany({ data: { userId, ...sealed }, skipDuplicates: true });
    });
    return count === 1 ? { to: "/profile/second-factor" } : notice("second_factor_on_already");
  },
});

/** How long a secret waits for its first code. */
const SET_UP_MS = 30 * 60 * 1000;

type SetUpView = {
  /** In base32, for people who cannot scan. */
  secret: string;
  /** `otpauth:` address, for the QR code. */
  address: string;
};

/** The set-up that a person started; null if it is finished, expired, or was never started. */
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
async function findSetUp(database: Database, userId: string): Promise<SecondFactorRow | null> {
  const factor = await findSecondFactor(database, userId);
  const waits = factor?.confirmedAt === null && Date.now() - factor.createdAt.getTime() < SET_UP_MS;
  return waits ? factor : null;
}

/**
 * Checks the first code, which proves that the person's device has the secret. Ends the other sessions, which were
 * opened without it, and shows the recovery codes once.
 */
export const confirmSecondFactor = operation({
  id: "confirmSecondFactor",
  request: {
    route: "POST /profile/second-factor/confirm",
    body: z.object({ code: z.string().default("") }),
  },
  access: signedIn(),
  returns: profilePage("second-factor"),
  async run({ caller: { session }, body, info }) {
    const { userId, sessionId } = session;
    const codes = await transaction(async (tx) => {
      const factor = await findSetUp(tx, userId);
      const step = factor && stepOfCode(openFactorSecret(userId, factor), body.code);
      if (step === null) return null;
      const { count } = await tx.secondFactor.updateMany({
        where: { userId, confirmedAt: null },
        data: { confirmedAt: new Date(), lastStep: step },
      });
      if (count === 0) return null;
      await endSessions(tx, { userId, id: { not: sessionId } });
      await recordAccountEvent(tx, userId, info, { action: "second_factor.added" });
      return renewRecoveryCodes(tx, userId);
    });
    return codes
      ? { page: recoveryCodesPage("on", codes) }
      : { to: "/profile/second-factor?problem=wrong_code" };
  },
});
