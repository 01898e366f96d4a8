import { z } from "zod";
import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { requestCall } from "@/lib/consent/deliveries/request-call";
import { approveGrant } from "@/lib/consent/grants/approve-grant";
import { requireDecider } from "@/lib/consent/may-consent";
import { openConsent } from "@/lib/consent/open-consent";
import { newId } from "@/lib/core/crypto/ids";
import { db, transaction } from "@/lib/core/db/client";
import { first, sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import { imageAddress } from "@/lib/core/images/image-address";
import { seller, signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { page, value } from "@/lib/operation/returns";
import { findInstallError } from "@/lib/protocol/authorize/find-install-error";
import { sellerFailure } from "@/lib/tenants/companies/seller-failure";
import type { WaitingQuestion } from "@/lib/tenants/extension-values";

/** Requests waiting for an owner or admin of the company, oldest first. */
export const listQuestions = operation({
  id: "listQuestions",
  access: seller(requireDecider),
  returns: value<WaitingQuestion[]>(),
  async run({ caller }) {
    const rows = await db().consentQuestion.findMany({
      where: {
        companyId: caller.company.id,
        decision: null,
        client: { isActive: true, deletedAt: null },
      },
      select: {
        id: true,
        scopes: true,
        createdAt: true,
        asker: { select: { firstName: true, lastName: true, email: true } },
        client: {
          select: {
            clientId: true,
            name: true,
            logoId: true,
            organization: { select: { name: true, verified: true } },
          },
        },
      },
      orderBy: { createdAt: "asc" },
      take: 50,
    });
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
      id: newId(),
      clientId: view.clientId,
      companyId: view.companyId,
      askedBy: session.userId,
      scopes: [...view.changes.added, ...view.changes.unchanged].sort(),
    });
    return { back: "?asked=1" };
  },
});

// A person's question that is still open gets the new scopes.
const upsertQuestion = sql<{
  id: string;
  clientId: string;
  companyId: number;
  askedBy: string;
  scopes: string[];
}>(
  "upsert-question",
  {},
  `
  INSERT INTO consent_questions (id, client_id, company_id, asked_by, scopes)
  VALUES (:id, :clientId, :companyId, :askedBy, :scopes)
  ON CONFLICT (company_id, client_id, asked_by) WHERE decision IS NULL
  DO UPDATE SET scopes = excluded.scopes, created_at = now()`,
);

/**
 * An owner or admin decides a request forwarded by staff. Allow stores the grant and installs the extension without a
 * browser (`/fp/auto_install`). If staff have changed the question since the page was shown, it is shown again.
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
    const where = { id, companyId: company.id };
    if (decision === "allow") {
      const question = await db().consentQuestion.findFirst({ where, select: { clientId: true } });
      const blocked = question && (await findInstallError(question.clientId, subject));
      if (blocked) throw blocked;
    }
    const isTaken = await transaction(async (tx) => {
      const scopes = shown.split(",").filter(Boolean).sort();
      const stored = decision === "allow" ? "allowed" : "denied";
      // Once, and only if it asks for exactly these scopes.
      const answered = first(
        await tx.consentQuestion.updateManyAndReturn({
          where: { ...where, decision: null, scopes: { equals: scopes } },
          data: { decision: stored, decidedBy: userId, decidedAt: new Date() },
          select: { clientId: true, scopes: true },
        }),
      );
      if (!answered || decision === "deny") return answered !== null;
      await approveGrant(tx, { ...answered, subject, userId });
      const { clientId } = answered;
      const { traceparent } = info;
      await requestCall(tx, { kind: "auto_install", clientId, subject, traceparent });
      return true;
    });
    const open = { where: { ...where, decision: null } } as const;
    if (!isTaken && (await db().consentQuestion.count(open)) === 0) {
      throw new ServiceError("not_found", "This question has already been answered.");
    }
    wakeDeliveryWorker();
    const answered = isTaken ? decision : "changed";
    return { back: `?answered=${answered}` };
  },
});
