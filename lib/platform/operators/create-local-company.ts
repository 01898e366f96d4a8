import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/core/db/client";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { insertLocalCompany } from "@/lib/platform/companies/repository";
import { addOwner, sendOwnerInvitation } from "@/lib/platform/operators/invite-owner";
import { createLocalCompanySchema, localCompanySchema } from "@/lib/platform/operators/schemas";
import { CONSOLE, OPERATORS_TAG } from "@/lib/platform/values";
import { newInvitationLink } from "@/lib/tenants/people/manage-invitations";

/**
 * Creates a company that only exists here, and invites its owner if an address is given.
 * @throws ServiceError forbidden, insufficient_scope
 */
export const createLocalCompany = operation({
  id: "createLocalCompany",
  request: { route: `POST ${CONSOLE}/companies`, body: createLocalCompanySchema },
  access: platform("directory:write"),
  summary: "Create a company here",
  description:
    "Creates a company that the platform's directory does not know, for platforms without one, and invites its owner.",
  tag: OPERATORS_TAG,
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
