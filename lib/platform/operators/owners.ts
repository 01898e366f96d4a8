import { recordChange } from "@/lib/audit/record-change";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { type Database, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { Locale } from "@/lib/core/i18n/locales";
import { companyParams, organizationParams } from "@/lib/core/schemas/path-params";
import { platform } from "@/lib/operation/access";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { type PlatformCaller, platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { insertLocalCompany, lockCompany } from "@/lib/platform/companies/repository";
import {
  createLocalCompanySchema,
  inviteOwnerSchema,
  localCompanySchema,
  type SentOwnerInvitation,
  sentOwnerInvitationSchema,
} from "@/lib/platform/operators/schemas";
import { findOrganization } from "@/lib/platform/organizations/repository";
import { CONSOLE, OPERATORS_TAG } from "@/lib/platform/values";
import type { InvitationRow, Kind, Tenant } from "@/lib/tenants/membership/tenants";
import { mailInvitation } from "@/lib/tenants/people/mail-invitation";
import {
  addInvitation,
  type InvitationLink,
  newInvitationLink,
} from "@/lib/tenants/people/manage-invitations";

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
    const link = newInvitationLink();
    const { id, row } = await transaction(async (tx) => {
      const id = await insertLocalCompany(tx, { name, isSandbox });
      await recordPlatformChange(tx, platformActor(caller), info, {
        action: "company.created",
        target: `company:${id}`,
        after: { name, is_sandbox: isSandbox },
      });
      return {
        id,
        row: email ? await addCompanyOwner(tx, id, email, link, { caller, info }) : null,
      };
    });
    const tenant = { kind: "company", id, name } as const;
    const invitation = row && (await sendInvitation(tenant, row, link, locale));
    return { body: { company_id: id, name, is_sandbox: isSandbox, invitation } };
  },
});

const invite = {
  access: platform("directory:write"),
  description: "Mails a link that makes a person an owner, or returns it if no mail was sent.",
  tag: OPERATORS_TAG,
  returns: json(sentOwnerInvitationSchema, "The invitation.", { status: 201 }),
  errors: ["conflict"],
} as const;

/**
 * Invites a person as an owner of a company.
 * @throws ServiceError forbidden, insufficient_scope, not_found; conflict for a closed company, a member, or a person
 * with an open invitation
 */
export const inviteCompanyOwner = operation({
  ...invite,
  id: "inviteCompanyOwner",
  request: {
    route: `POST ${CONSOLE}/companies/{company_id}/owner-invitations`,
    params: companyParams,
    body: inviteOwnerSchema,
  },
  summary: "Invite a company's owner",
  async run({ params: { company_id: id }, body: { email }, locale, ...by }) {
    const link = newInvitationLink();
    const { name, row } = await transaction(async (tx) => {
      const company = await lockCompany(id, tx);
      if (!company) {
        throw new ServiceError("not_found", "There is no such company. List companies.");
      }
      if (company.status === "closed") {
        throw new ServiceError("conflict", "The company is closed, which is final.");
      }
      return { name: company.name, row: await addCompanyOwner(tx, id, email, link, by) };
    });
    return { body: await sendInvitation({ kind: "company", id, name }, row, link, locale) };
  },
});

/**
 * Invites a person as an owner of an organization.
 * @throws ServiceError forbidden, insufficient_scope, not_found; conflict for a member or a person with an open
 * invitation
 */
export const inviteOrganizationOwner = operation({
  ...invite,
  id: "inviteOrganizationOwner",
  request: {
    route: `POST ${CONSOLE}/organizations/{organization_id}/owner-invitations`,
    params: organizationParams,
    body: inviteOwnerSchema,
  },
  summary: "Invite an organization's owner",
  async run({ params: { organization_id: id }, body: { email }, locale, caller, info }) {
    const link = newInvitationLink();
    const { name, row } = await transaction(async (tx) => {
      await lockOrganizations(tx, [id]);
      const organization = await findOrganization(id, tx);
      if (!organization) {
        throw new ServiceError("not_found", "There is no such organization. List organizations.");
      }
      const offer = { email, role: "owner", invitedBy: inviterOf(caller) } as const;
      const row = await addInvitation(tx, { kind: "organization", id }, offer, link);
      const actor = platformActor(caller);
      const change = { action: "invitation.created", target: `invitation:${row.id}` };
      const after = { email, role: "owner" };
      const by = { kind: "platform", organizationId: id, actor } as const;
      await recordChange(tx, by, info, { ...change, after });
      await recordPlatformChange(tx, actor, info, {
        ...change,
        after: { organization_id: id, ...after },
      });
      return { name: organization.name, row };
    });
    return { body: await sendInvitation({ kind: "organization", id, name }, row, link, locale) };
  },
});

async function addCompanyOwner(
  tx: Database,
  id: number,
  email: string,
  link: InvitationLink,
  { caller, info }: { caller: PlatformCaller; info: RequestInfo },
): Promise<InvitationRow<"company">> {
  const offer = { email, role: "owner", invitedBy: inviterOf(caller) } as const;
  const row = await addInvitation(tx, { kind: "company", id }, offer, link);
  await recordPlatformChange(tx, platformActor(caller), info, {
    action: "company_invitation.created",
    target: `invitation:${row.id}`,
    after: { company_id: id, email, role: "owner" },
  });
  return row;
}

function inviterOf(caller: PlatformCaller): string | null {
  return caller.kind === "operator" ? caller.userId : null;
}

/**
 * Mails the link of an owner's invitation, outside transactions.
 * @returns the response, with the link only if it was not mailed
 */
async function sendInvitation<K extends Kind>(
  tenant: Tenant<K> & { name: string },
  row: InvitationRow<K>,
  link: InvitationLink,
  locale: Locale,
): Promise<SentOwnerInvitation> {
  const mail = await mailInvitation(tenant, row, link, locale);
  return { id: row.id, email: row.email, expires_at: row.expiresAt.toISOString(), ...mail };
}
