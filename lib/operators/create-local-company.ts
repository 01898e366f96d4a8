import { platformActor } from "@/lib/access/platform-caller";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { newInvitationLink } from "@/lib/invitations/new-invitation-link";
import { transaction } from "@/lib/kernel/db/client";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { addOwner } from "@/lib/operators/invite-company-owner";
import { PLATFORM, TAG } from "@/lib/operators/paths";
import { insertLocalCompany } from "@/lib/operators/repository";
import { createLocalCompanySchema, localCompanySchema } from "@/lib/operators/schemas";
import { sendOwnerInvitation } from "@/lib/operators/send-owner-invitation";

/**
 * Creates a company that only exists here, and invites its owner if an address is given.
 * @throws ServiceError forbidden, insufficient_scope
 */
export const createLocalCompany = operation({
  id: "createLocalCompany",
  route: `POST ${PLATFORM}/companies`,
  access: platform("directory:write"),
  summary: "Create a company here",
  description:
    "Creates a company that the platform's directory does not know, for platforms without one, and invites its owner.",
  tag: TAG,
  body: createLocalCompanySchema,
  returns: json(localCompanySchema, "The company.", { status: 201 }),
  async run({ body: { name, is_sandbox: isSandbox, owner_email: email }, caller, locale, info }) {
    const invitationLink = newInvitationLink();
    const { id, row } = await transaction(async (tx) => {
      const created = await insertLocalCompany(tx, { name, isSandbox });
      await recordPlatformChange(tx, platformActor(caller), info, {
        action: "company.created",
        target: `company:${created}`,
        after: { name, is_sandbox: isSandbox },
      });
      const invited = email
        ? await addOwner(tx, { id: created, email }, invitationLink, caller, info)
        : null;
      return { id: created, row: invited };
    });
    const invitation =
      row &&
      (await sendOwnerInvitation({ kind: "company", id, name }, row, invitationLink, locale));
    return { body: { company_id: id, name, is_sandbox: isSandbox, invitation } };
  },
});
