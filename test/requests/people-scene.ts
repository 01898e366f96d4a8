import { db } from "@/lib/core/db/client";
import type { Operation, RoutedOperation } from "@/lib/operation/operation";
import {
  changeCompanyRole,
  invitePerson,
  leaveCompany,
  removePerson,
  resendCompanyInvitation,
  revokeCompanyInvitation,
} from "@/lib/tenants/companies/people/people";
import {
  changeMember,
  createInvitation,
  leaveOrganization,
  removeMember,
  resendInvitation,
  revokeInvitation,
} from "@/lib/tenants/organizations/members/members";
import type { PeopleNotice } from "@/lib/tenants/people/values";
import {
  type MintedUser,
  mintCompany,
  mintCompanyMember,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import {
  type MintedInvitation,
  mintCompanyInvitation,
  mintInvitation,
} from "@/test/factories/mint-invitation";
import { callRoute, type RouteCall } from "@/test/requests/call-route";
import { textOf } from "@/test/requests/read-json";
import { locationOf, sendForm } from "@/test/requests/send-form";

type Person = Pick<MintedUser, "userId">;
type Invitation = Pick<MintedInvitation, "invitationId">;
type InvitationColumns = {
  email?: string;
  role?: "owner" | "admin";
  invitedBy?: string;
  createdAt?: Date;
  expiresAt?: Date;
  revokedAt?: Date;
  acceptedAt?: Date;
};
/** "done", or why nothing was changed; with the token of the link in the response, if there is one. */
type Outcome = { outcome: string; token: string };

/** An organization or a company whose people a test changes as its own pages or scripts would. */
export type PeopleScene = {
  id: string | number;
  owner: MintedUser;
  /** Its role with the fewest permissions. */
  lowest: "auditor" | "staff";
  name: string;
  /** Where a person arrives who has joined. */
  home: string;
  member(role: "owner" | "admin" | "lowest"): Promise<MintedUser>;
  roleOf(person: Person): Promise<string | null>;
  membershipOf(person: Person): Promise<{ role: string; source: string; createdAt: Date } | null>;
  /** Says that the platform's directory or the provider's claims gave a membership. */
  manage(person: Person, source: "directory" | "claims"): Promise<unknown>;
  /** An open invitation, by default to the lowest role; or one with these columns. */
  invitation(columns?: InvitationColumns): Promise<MintedInvitation>;
  /** The ids of its invitations that were neither accepted nor revoked. */
  openInvitations(): Promise<string[]>;
  change(as: MintedUser, person: Person, role: string): Promise<Outcome>;
  remove(as: MintedUser, person: Person): Promise<Outcome>;
  leave(as: MintedUser): Promise<Outcome>;
  invite(as: MintedUser, email: string, role: string, language?: string): Promise<Outcome>;
  resend(as: MintedUser, invitation: Invitation): Promise<Outcome>;
  revoke(as: MintedUser, invitation: Invitation): Promise<Outcome>;
};

const OPEN = { acceptedAt: null, revokedAt: null };

/** How an organization's API says what a company's page says with a notice. */
const DENIALS: [status: number, message: RegExp, notice: PeopleNotice][] = [
  [403, /^Your role "\w+" has fewer permissions/, "not_allowed"],
  [404, /no such member/, "no_such_person"],
  [404, /invitation/, "no_such_invitation"],
  [409, /last owner/, "last_owner"],
  [409, /^The platform manages this membership/, "managed"],
  [409, /is already a member/, "already_member"],
  [409, /already has an open invitation\./, "already_invited"],
  [409, /already has 100 open invitations/, "too_many_invitations"],
];

/** The token of the invitation link in a text. */
export const invitationToken = (text: string): string =>
  /\/invitation\/(lkl_[\w-]+)/.exec(text)?.[1] ?? "";

async function organizationScene(): Promise<PeopleScene> {
  const { organizationId, owner } = await mintOrganization();
  const where = ({ userId }: Person) => ({ organizationId_userId: { organizationId, userId } });
  const membershipOf = (person: Person) =>
    db().organizationMember.findUnique({ where: where(person) });
  const send = async (
    operation: Operation,
    as: MintedUser,
    { params, ...more }: Partial<RouteCall>,
  ) => {
    const ids = { organization_id: organizationId, ...params };
    const { status, body } = await callRoute(operation, { as, ...more, params: ids });
    const [, , denial = String(status)] =
      DENIALS.find((each) => each[0] === status && each[1].test(textOf(body.message))) ?? [];
    return {
      outcome: status < 300 ? "done" : denial,
      token: invitationToken(JSON.stringify(body)),
    };
  };
  return {
    id: organizationId,
    owner,
    lowest: "auditor",
    name: "Shipfast Labs",
    home: `/organization/${organizationId}/clients`,
    member: (role) => mintMember(organizationId, role === "lowest" ? "auditor" : role),
    roleOf: async (person) => (await membershipOf(person))?.role ?? null,
    membershipOf,
    manage: (person, source) =>
      db().organizationMember.update({ where: where(person), data: { source } }),
    invitation: (columns) => mintInvitation(organizationId, { role: "auditor", ...columns }),
    openInvitations: async () =>
      (await db().invitation.findMany({ where: { organizationId, ...OPEN } })).map(({ id }) => id),
    change: (as, { userId }, role) =>
      send(changeMember, as, {
        params: { user_id: userId },
        body: { role, revoke_secrets: true },
      }),
    remove: (as, { userId }) =>
      send(removeMember, as, {
        params: { user_id: userId },
        query: { revoke_secrets: "true" },
      }),
    leave: (as) => send(leaveOrganization, as, {}),
    invite: (as, email, role, language = "en") =>
      send(createInvitation, as, {
        body: { email, role },
        headers: { "accept-language": language },
      }),
    resend: (as, { invitationId }) =>
      send(resendInvitation, as, { params: { invitation_id: invitationId } }),
    revoke: (as, { invitationId }) =>
      send(revokeInvitation, as, { params: { invitation_id: invitationId } }),
  };
}

/** A company whose people a test changes. */
export async function companyScene(): Promise<PeopleScene> {
  const { companyId, seller: owner } = await mintCompany();
  const where = ({ userId }: Person) => ({ companyId_userId: { companyId, userId } });
  const membershipOf = (person: Person) => db().companyMember.findUnique({ where: where(person) });
  const send = async (
    form: RoutedOperation,
    as: MintedUser,
    success: PeopleNotice | "/",
    { params, ...more }: Parameters<typeof sendForm>[1] = {},
  ) => {
    const ids = { company_id: companyId, ...params };
    const response = await sendForm(form, { as, ...more, params: ids });
    const notice = locationOf(response)?.replace(`/company/${companyId}/people?notice=`, "");
    const outcome = notice ?? (response.status === 200 ? success : String(response.status));
    const token = invitationToken(await response.text());
    return { outcome: outcome === success ? "done" : outcome, token };
  };
  return {
    id: companyId,
    owner,
    lowest: "staff",
    name: "Blue Lotus Sarees",
    home: `/company/${companyId}/extensions`,
    member: (role) => mintCompanyMember(companyId, role === "lowest" ? "staff" : role),
    roleOf: async (person) => (await membershipOf(person))?.role ?? null,
    membershipOf,
    manage: (person, source) =>
      db().companyMember.update({ where: where(person), data: { source } }),
    invitation: (columns) => mintCompanyInvitation(companyId, columns),
    openInvitations: async () =>
      (await db().companyInvitation.findMany({ where: { companyId, ...OPEN } })).map(
        ({ id }) => id,
      ),
    change: (as, { userId }, role) =>
      send(changeCompanyRole, as, "role_changed", {
        params: { user_id: userId },
        fields: { role },
      }),
    remove: (as, { userId }) => send(removePerson, as, "removed", { params: { user_id: userId } }),
    leave: (as) => send(leaveCompany, as, "/"),
    invite: (as, email, role, language = "en") =>
      send(invitePerson, as, "invited", {
        fields: { email, role },
        headers: { "accept-language": language },
      }),
    resend: (as, { invitationId }) =>
      send(resendCompanyInvitation, as, "invited", { params: { invitation_id: invitationId } }),
    revoke: (as, { invitationId }) =>
      send(revokeCompanyInvitation, as, "invitation_revoked", {
        params: { invitation_id: invitationId },
      }),
  };
}

/** What people belong to, for tables of cases over both. */
export const peopleScenes: [kind: string, mint: () => Promise<PeopleScene>][] = [
  ["organization", organizationScene],
  ["company", companyScene],
];
