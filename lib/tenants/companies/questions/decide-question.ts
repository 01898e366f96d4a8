import { z } from "zod";
import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { requestAutoInstall } from "@/lib/consent/deliveries/request-call";
import { approveGrant } from "@/lib/consent/grants/approve-grant";
import { requireDecider } from "@/lib/consent/may-consent";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { page } from "@/lib/operation/returns";
import { findInstallError } from "@/lib/protocol/authorize/find-install-error";
import {
  findQuestionClient,
  isQuestionOpen,
  takeQuestionDecision,
} from "@/lib/tenants/companies/questions/repository";
import { sellerFailure } from "@/lib/tenants/companies/seller-failure";

/**
 * An owner or admin decides a request forwarded by
 * staff. Allow stores the grant and installs the extension without a browser (`/fp/auto_install`). The form names the
 * scopes that the page showed; if staff have changed the question since, it is shown again.
 */
export const decideQuestion = operation({
  id: "decideQuestion",
  request: {
    route: "POST /company/{company_id}/questions/{question_id}/decision",
    params: z.object({ question_id: z.string() }),
    body: z.object({ decision: z.string().optional(), scopes: z.string().default("") }),
  },
  access: seller(requireDecider),
  returns: page({
    on: "/company/{company_id}/extensions",
    failure: sellerFailure("questionNotAnswered"),
  }),
  async run({ caller: { session, company }, params: { question_id: id }, body, info }) {
    const { decision, scopes: shown } = body;
    if (decision !== "allow" && decision !== "deny") {
      throw new ServiceError("invalid_request", "The form must contain either allow or deny.");
    }
    if (decision === "allow") await requireInstallable(id, company.id);
    const userId = session.userId;
    const isTaken = await transaction(async (tx) => {
      const answered = await takeQuestionDecision(tx, {
        id,
        companyId: company.id,
        userId,
        scopes: shown.split(",").filter(Boolean).sort(),
        decision: decision === "allow" ? "allowed" : "denied",
      });
      if (!answered || decision === "deny") return answered !== null;
      const subject = { companyId: company.id, organizationId: null };
      await approveGrant(tx, { ...answered, subject, userId });
      const { clientId } = answered;
      const { traceparent } = info;
      await requestAutoInstall(tx, { clientId, companyId: company.id, traceparent });
      return true;
    });
    if (!isTaken && !(await isQuestionOpen(id, company.id))) {
      throw new ServiceError("not_found", "This question has already been answered.");
    }
    wakeDeliveryWorker();
    const answered = isTaken ? decision : "changed";
    return { back: `?answered=${answered}` };
  },
});

async function requireInstallable(id: string, companyId: number): Promise<void> {
  const clientId = await findQuestionClient(id, companyId);
  const blocked =
    clientId && (await findInstallError(clientId, { companyId, organizationId: null }));
  if (blocked) throw blocked;
}
