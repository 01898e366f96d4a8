import { recordChange, recordPlatformChange } from "@/lib/audit/record-change";
import { type Database, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { companyParams, organizationParams } from "@/lib/core/schemas/path-params";
import { toWire } from "@/lib/core/schemas/to-wire";
import { platform } from "@/lib/operation/access";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { type CallContext, operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { companies } from "@/lib/platform/companies/companies";
import { insertLocalCompany, lockCompany } from "@/lib/platform/companies/repository";
import {
  createLocalCompanySchema,
  inviteOwnerSchema,
  localCompanySchema,
  sentOwnerInvitationSchema,
} from "@/lib/platform/operators/schemas";
import { organizations } from "@/lib/platform/organizations/organizations";
import { findOrganization } from "@/lib/platform/organizations/repository";
import { requireRow } from "@/lib/platform/resource";
import { CONSOLE, OPERATORS_TAG } from "@/lib/platform/values";
import type { Kind, Role, Tenant } from "@/lib/tenants/membership/tenants";
import {
  addInvitation,
  mailInvitation,
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
  async run({ body: { name, is_sandbox: isSandbox, owner_email: email }, ...by }) {
    const create = async (tx: Database) => {
      const id = await insertLocalCompany(tx, { name, isSandbox });
      await recordPlatformChange(tx, platformActor(by.caller), by.info, {
        action: "company.created",
        target: `company:${id}`,
        after: { name, is_sandbox: isSandbox },
      });
      return { kind: "company", id, name } as const;
    };
    const { tenant, invitation } = email
      ? await inviteOwner(create, email, by)
      : { tenant: await transaction(create), invitation: null };
    return { body: { company_id: tenant.id, name, is_sandbox: isSandbox, invitation } };
  },
});

const invite = {
  access: platform("directory:write"),
  description: "Mails a link that makes a person an owner, or returns it if no mail was sent.",
  tag: OPERATORS_TAG,
  returns: json(sentOwnerInvitationSchema, "The invitation.", { status: 201 }),
  errors: ["conflict"],
} as const;

export const inviteCompanyOwner = operation({
  ...invite,
  id: "inviteCompanyOwner",
  request: {
    route: `POST ${CONSOLE}/companies/{company_id}/owner-invitations`,
    params: companyParams,
    body: inviteOwnerSchema,
  },
  summary: "Invite a company's owner",
  async run({ params: { company_id: id }, body: { email }, ...by }) {
    const lock = async (tx: Database) => {
      const { name, status } = requireRow(companies, await lockCompany(id, tx));
      if (status !== "closed") return { kind: "company", id, name } as const;
      throw new ServiceError("conflict", "The company is closed, which is final.");
    };
    return { body: (await inviteOwner(lock, email, by)).invitation };
  },
});

export const inviteOrganizationOwner = operation({
  ...invite,
  id: "inviteOrganizationOwner",
  request: {
    route: `POST ${CONSOLE}/organizations/{organization_id}/owner-invitations`,
    params: organizationParams,
    body: inviteOwnerSchema,
  },
  summary: "Invite an organization's owner",
  async run({ params: { organization_id: id }, body: { email }, ...by }) {
    const lock = async (tx: Database) => {
      await lockOrganizations(tx, [id]);
      const { name } = requireRow(organizations, await findOrganization(id, tx));
      return { kind: "organization", id, name } as const;
    };
    return { body: (await inviteOwner(lock, email, by)).invitation };
  },
});

/** Invites an owner of a tenant, and mails the link after the transaction. The response has it only if it was not mailed. */
async function inviteOwner<K extends Kind>(
  lock: (tx: Database) => Promise<Tenant<K> & { name: string }>,
  email: string,
  { caller, info, locale }: Pick<CallContext<"platform">, "caller" | "info" | "locale">,
) {
  const link = newInvitationLink();
  const { tenant, row } = await transaction(async (tx) => {
    const tenant = await lock(tx);
    const invitedBy = caller.kind === "operator" ? caller.userId : null;
    // Tenants of each kind have owners.
    const offer = { email, role: "owner" as Role<K>, invitedBy };
    const row = await addInvitation(tx, tenant, offer, link);
    await recordInvitation(tx, tenant, row, platformActor(caller), info);
    return { tenant, row };
  });
  const mail = await mailInvitation(tenant, row, link, locale);
  const invitation = { ...toWire(row, sentOwnerInvitationSchema), ...mail };
  return { tenant, invitation };
}

/** The organization concerned reads the invitation in its own log, too. */
async function recordInvitation(
  tx: Database,
  { kind, id }: { kind: Kind; id: string | number },
  row: { id: string; email: string },
  actor: string,
  info: RequestInfo,
): Promise<void> {
  const isCompany = kind === "company";
  const action = isCompany ? "company_invitation.created" : "invitation.created";
  const change = { action, target: `invitation:${row.id}` };
  const after = { email: row.email, role: "owner" };
  if (!isCompany) {
    const by = { kind: "platform", organizationId: String(id), actor } as const;
    await recordChange(tx, by, info, { ...change, after });
  }
  const onPlatform = { ...change, after: { [`${kind}_id`]: id, ...after } };
  await recordPlatformChange(tx, actor, info, onPlatform);
}
