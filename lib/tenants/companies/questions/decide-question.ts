import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { requestAutoInstall } from "@/lib/consent/deliveries/request-auto-install";
import { approveGrant } from "@/lib/consent/grants/approve-grant";
import { requireDecider } from "@/lib/consent/may-consent";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { readForm } from "@/lib/core/http/read-body";
import { redirectResponse } from "@/lib/core/http/responses";
import { findInstallError } from "@/lib/protocol/authorize/find-install-error";
import {
  findQuestionClient,
  isQuestionOpen,
  takeQuestionDecision,
} from "@/lib/tenants/companies/questions/repository";
import { sellerForm } from "@/lib/tenants/companies/seller-form";

/**
 * POST `/company/{company_id}/questions/{question_id}/decision`: an owner or admin decides a request forwarded by
 * staff. Allow stores the grant and installs the extension without a browser (`/fp/auto_install`). The form names the
 * scopes that the page showed; if staff have changed the question since, it is shown again.
 */
export const decideQuestion = sellerForm(
  "questionNotAnswered",
  async ({ request, session, company }) => {
    requireDecider(company.role);
    const id = new URL(request.url).pathname.split("/")[4] ?? "";
    const { decision, scopes: shown = "" } = await readForm(request);
    if (decision !== "allow" && decision !== "deny") {
      throw new ServiceError("invalid_request", "The form must contain either allow or deny.");
    }
    if (decision === "allow") await requireInstallable(id, company.id);
    const userId = session.userId;
    const isTaken = await transaction(async (tx) => {
      const answered = await takeQuestionDecision(tx, {
        ...{ id, companyId: company.id, userId },
        scopes: shown.split(",").filter(Boolean).sort(),
        decision: decision === "allow" ? "allowed" : "denied",
      });
      if (!answered || decision === "deny") return answered !== null;
      const subject = { companyId: company.id, organizationId: null };
      await approveGrant(tx, { ...answered, subject, userId });
      await requestAutoInstall(tx, { clientId: answered.clientId, companyId: company.id });
      return true;
    });
    if (!isTaken && !(await isQuestionOpen(id, company.id))) {
      throw new ServiceError("not_found", "This question has already been answered.");
    }
    wakeDeliveryWorker();
    const answered = isTaken ? decision : "changed";
    return redirectResponse(303, `/company/${company.id}/extensions?answered=${answered}`);
  },
);

async function requireInstallable(id: string, companyId: number): Promise<void> {
  const clientId = await findQuestionClient(id, companyId);
  const blocked =
    clientId && (await findInstallError(clientId, { companyId, organizationId: null }));
  if (blocked) throw blocked;
}
