import { recordAccountEvent } from "@/lib/audit/record-account-event";
import { transaction } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { profileForm } from "@/lib/identity/account/profile-form";
import { endOtherSessions } from "@/lib/identity/account/repository";
import { openFactorSecret } from "@/lib/identity/account/second-factor/factor-secret";
import { findSetUp } from "@/lib/identity/account/second-factor/open-set-up";
import { renderRecoveryCodes } from "@/lib/identity/account/second-factor/render-recovery-codes";
import { renewRecoveryCodes } from "@/lib/identity/account/second-factor/renew-recovery-codes";
import { confirmFactor } from "@/lib/identity/account/second-factor/repository";
import { stepOfCode } from "@/lib/identity/account/second-factor/totp";
import type { Session } from "@/lib/identity/sessions/session";

/**
 * POST `/profile/second-factor/confirm`: checks the first code, which proves that the person's device has the secret.
 * Ends the other sessions, which were opened without it, and shows the recovery codes once.
 */
export const confirmSecondFactor = profileForm(
  "second-factor",
  async ({ session, form, headers, info }) => {
    const codes = await confirm(session, info, (form.code ?? "").replace(/[\s-]/g, ""));
    if (codes) return renderRecoveryCodes(headers, "on", codes);
    return redirectResponse(303, "/profile/second-factor?problem=wrong_code");
  },
);

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
