import { z } from "zod";
import { recordChange } from "@/lib/audit/record-change";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { type Database, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { Locale } from "@/lib/core/i18n/locales";
import { companyIdInPath, organizationIdSchema } from "@/lib/core/schemas/id-schema";
import { platform } from "@/lib/operation/access";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { type PlatformCaller, platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { lockCompany } from "@/lib/platform/companies/repository";
import {
  inviteOwnerSchema,
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

/**
 * Invites a person as an owner of a company.
 * @throws ServiceError forbidden, insufficient_scope, not_found; conflict for a closed company, a member, or a person
 * with an open invitation
 */
export const inviteCompanyOwner = operation({
  id: "inviteCompanyOwner",
  request: {
    route: `POST ${CONSOLE}/companies/{company_id}/owner-invitations`,
    params: z.object({ company_id: companyIdInPath.meta({ description: "The company." }) }),
    body: inviteOwnerSchema,
  },
  access: platform("directory:write"),
  summary: "Invite a company's owner",
  description: "Mails a link that makes a person an owner, or returns it if no mail was sent.",
  tag: OPERATORS_TAG,
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
    { kind: "company", id },
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

/**
 * Invites a person as an owner of an organization.
 * @throws ServiceError forbidden, insufficient_scope, not_found; conflict for a member or a person with an open
 * invitation
 */
export const inviteOrganizationOwner = operation({
  id: "inviteOrganizationOwner",
  request: {
    route: `POST ${CONSOLE}/organizations/{organization_id}/owner-invitations`,
    params: z.object({
      organization_id: organizationIdSchema.meta({ description: "The organization." }),
    }),
    body: inviteOwnerSchema,
  },
  access: platform("directory:write"),
  summary: "Invite an organization's owner",
  description: "Mails a link that makes a person an owner, or returns it if no mail was sent.",
  tag: OPERATORS_TAG,
  returns: json(sentOwnerInvitationSchema, "The invitation.", { status: 201 }),
  errors: ["conflict"],
  async run({ params, body: { email }, caller, locale, info }) {
    const { organization_id: id } = params;
    const invitedBy = caller.kind === "operator" ? caller.userId : null;
    const invitationLink = newInvitationLink();
    const { name, row } = await transaction(async (tx) => {
      await lockOrganizations(tx, [id]);
      const organization = await findOrganization(id, tx);
      if (!organization) {
        throw new ServiceError("not_found", "There is no such organization. List organizations.");
      }
      const newInvitation = await addInvitation(
        tx,
        { kind: "organization", id },
        { email, role: "owner", invitedBy },
        invitationLink,
      );
      const actor = platformActor(caller);
      const change = { action: "invitation.created", target: `invitation:${newInvitation.id}` };
      const after = { email, role: "owner" };
      const by = { kind: "platform", organizationId: id, actor } as const;
      await recordChange(tx, by, info, { ...change, after });
      await recordPlatformChange(tx, actor, info, {
        ...change,
        after: { organization_id: id, ...after },
      });
      return { name: organization.name, row: newInvitation };
    });
    return {
      body: await sendOwnerInvitation(
        { kind: "organization", id, name },
        row,
        invitationLink,
        locale,
      ),
    };
  },
});

/**
 * Mails the link of an owner's invitation, outside transactions.
 * @returns the response, with the link only if it was not mailed
 */
export async function sendOwnerInvitation<K extends Kind>(
  tenant: Tenant<K> & { name: string },
  row: InvitationRow<K>,
  invitationLink: InvitationLink,
  locale: Locale,
): Promise<SentOwnerInvitation> {
  const sent = await mailInvitation(tenant, row, invitationLink, locale);
  return { id: row.id, email: row.email, expires_at: row.expiresAt.toISOString(), ...sent };
}
