import { z } from "zod";
import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { transaction } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { profilePage } from "@/lib/identity/account/profile-page";
import { endOtherSessions } from "@/lib/identity/account/repository";
import { openFactorSecret, stepOfCode } from "@/lib/identity/account/second-factor/factor-secret";
import { findSetUp } from "@/lib/identity/account/second-factor/open-set-up";
import {
  recoveryCodesPage,
  renewRecoveryCodes,
} from "@/lib/identity/account/second-factor/recovery-codes";
import { confirmFactor } from "@/lib/identity/account/second-factor/repository";
import { signedIn } from "@/lib/operation/access";
import type { Session } from "@/lib/operation/access/session";
import { operation } from "@/lib/operation/operation";

/**
 * Checks the first code, which proves that the person's device has the secret. Ends the other sessions, which were
 * opened without it, and shows the recovery codes once.
 */
export const confirmSecondFactor = operation({
  id: "confirmSecondFactor",
  route: "POST /profile/second-factor/confirm",
  access: signedIn(),
  body: z.object({ code: z.string().default("") }),
  returns: profilePage("second-factor"),
  async run({ caller: { session }, body, info }) {
    const codes = await confirm(session, info, body.code);
    return codes
      ? { page: recoveryCodesPage("on", codes) }
      : { to: "/profile/second-factor?problem=wrong_code" };
  },
});

function confirm(
  { userId, sessionId }: Session,
  info: RequestInfo,
  code: string,
): Promise<string[] | null> {
  return transaction(async (tx) => {
    const factor = await findSetUp(tx, userId);
    const step = factor && stepOfCode(openFactorSecret(userId, factor), code);
    if (step === null || !(await confirmFactor(tx, userId, step))) return null;
    await endOtherSessions(tx, userId, sessionId);
    await recordAccountEvent(tx, userId, info, { action: "second_factor.added" });
    return renewRecoveryCodes(tx, userId);
  });
}
