import { z } from "zod";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { type Database, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { companyIdInPath } from "@/lib/core/schemas/id-schema";
import { platform } from "@/lib/operation/access";
import { type PlatformCaller, platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { PLATFORM, TAG } from "@/lib/platform/operators/paths";
import { lockCompany } from "@/lib/platform/operators/repository";
import { inviteOwnerSchema, sentOwnerInvitationSchema } from "@/lib/platform/operators/schemas";
import { sendOwnerInvitation } from "@/lib/platform/operators/send-owner-invitation";
import { addInvitation } from "@/lib/tenants/companies/people/add-invitation";
import type { InvitationRow } from "@/lib/tenants/invitations/kinds";
import {
  type InvitationLink,
  newInvitationLink,
} from "@/lib/tenants/invitations/new-invitation-link";

/**
 * Invites a person as an owner of a company.
 * @throws ServiceError forbidden, insufficient_scope, not_found; conflict for a closed company, a member, or a person
 * with an open invitation
 */
export const inviteCompanyOwner = operation({
  id: "inviteCompanyOwner",
  route: `POST ${PLATFORM}/companies/{company_id}/owner-invitations`,
  access: platform("directory:write"),
  summary: "Invite a company's owner",
  description: "Mails a link that makes a person an owner, or returns it if no mail was sent.",
  tag: TAG,
  params: z.object({ company_id: companyIdInPath.meta({ description: "The company." }) }),
  body: inviteOwnerSchema,
  returns: json(sentOwnerInvitationSchema, "The invitation.", { status: 201 }),
  errors: ["conflict"],
  async run({ params, body, caller, locale, info }) {
    const { company_id: id } = params;
    const invitationLink = newInvitationLink();
    const { name, row } = await transaction(async (tx) => {
      const company = await lockCompany(tx, id);
      if (!company)
        throw new ServiceError("not_found", "There is no such company. List companies.");
      if (company.status === "closed") {
        throw new ServiceError("conflict", "The company is closed, which is final.");
      }
      const newInvitation = await addOwner(
        tx,
        { id, email: body.email },
        invitationLink,
        caller,
        info,
      );
      return { name: company.name, row: newInvitation };
    });
    return {
      body: await sendOwnerInvitation({ kind: "company", id, name }, row, invitationLink, locale),
    };
  },
});

/** Stores the invitation of a company's owner and records it. */
export async function addOwner(
  tx: Database,
  { id, email }: { id: number; email: string },
  invitationLink: InvitationLink,
  caller: PlatformCaller,
  info: RequestInfo,
): Promise<InvitationRow<"company">> {
  const invitedBy = caller.kind === "operator" ? caller.userId : null;
  const newInvitation = await addInvitation(
    tx,
    id,
    { email, role: "owner", invitedBy },
    invitationLink,
  );
  await recordPlatformChange(tx, platformActor(caller), info, {
    action: "company_invitation.created",
    target: `invitation:${newInvitation.id}`,
    after: { company_id: id, email, role: "owner" },
  });
  return newInvitation;
}
