import { z } from "zod";
import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { requestCall } from "@/lib/consent/deliveries/request-call";
import { approveGrant } from "@/lib/consent/grants/approve-grant";
import { requireDecider } from "@/lib/consent/may-consent";
import { openConsent } from "@/lib/consent/open-consent";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { imageAddress } from "@/lib/core/images/image-address";
import { seller, signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { page, value } from "@/lib/operation/returns";
import { findInstallError } from "@/lib/protocol/authorize/find-install-error";
import {
  findOpenQuestions,
  findQuestionClient,
  isQuestionOpen,
  takeQuestionDecision,
  upsertQuestion,
} from "@/lib/tenants/companies/questions/repository";
import { sellerFailure } from "@/lib/tenants/companies/seller-failure";
import type { WaitingQuestion } from "@/lib/tenants/extension-values";

/** Requests waiting for an owner or admin of the company, oldest first. */
export const listQuestions = operation({
  id: "listQuestions",
  access: seller(requireDecider),
  returns: value<WaitingQuestion[]>(),
  async run({ caller }) {
    const rows = await findOpenQuestions(caller.company.id);
    return rows.map(({ id, scopes, createdAt, asker, client }) => ({
      id,
      clientId: client.clientId,
      clientName: client.name,
      logoUri: imageAddress(client.logoId),
      publisherName: client.organization.name,
      publisherVerified: client.organization.verified,
      scopes,
      askedBy: { name: `${asker.firstName} ${asker.lastName}`, email: asker.email },
      askedAt: createdAt,
    }));
  },
});

/** Staff, who may not decide, forward a request to their company's owners and admins. */
export const askAnAdmin = operation({
  id: "askAnAdmin",
  request: {
    route: "POST /consent/{request_id}/ask",
    params: z.object({ request_id: z.string() }),
  },
  access: signedIn(),
  returns: page({ on: "/consent/{request_id}", failure: sellerFailure("nobodyAsked") }),
  async run({ caller: { session }, params }) {
    const view = await openConsent(params.request_id, session);
    if (view.kind !== "ask_an_admin" || view.companyId === null) {
      throw new ServiceError("conflict", "This request has ended. Start again from the extension.");
    }
    await upsertQuestion({
      clientId: view.clientId,
      companyId: view.companyId,
      askedBy: session.userId,
      scopes: [...view.changes.added, ...view.changes.unchanged].sort(),
    });
    return { back: "?asked=1" };
  },
});

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
    const userId = session.userId;
    const subject = { companyId: company.id, organizationId: null };
    if (decision === "allow") {
      const clientId = await findQuestionClient(id, company.id);
      const blocked = clientId && (await findInstallError(clientId, subject));
      if (blocked) throw blocked;
    }
    const isTaken = await transaction(async (tx) => {
      const scopes = shown.split(",").filter(Boolean).sort();
      const question = { id, companyId: company.id, scopes };
      const stored = decision === "allow" ? "allowed" : "denied";
      const by = { decision: stored, decidedBy: userId } as const;
      const answered = await takeQuestionDecision(tx, question, by);
      if (!answered || decision === "deny") return answered !== null;
      await approveGrant(tx, { ...answered, subject, userId });
      const { clientId } = answered;
      const { traceparent } = info;
      await requestCall(tx, { kind: "auto_install", clientId, subject, traceparent });
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
