import { answerOperation } from "@/lib/api/answer-operation";
import { env } from "@/lib/core/env";
import { type OrganizationRole, organizationRoles, rolePermissions } from "@/lib/core/permissions";
import { signOut } from "@/lib/platform/provider/logout/sign-out";
import { removeExtension } from "@/lib/tenants/companies/remove-extension";
import { removeInstalled } from "@/lib/tenants/organizations/installed/remove-installed";
import { changeMember } from "@/lib/tenants/organizations/members/change-member";
import { removeMember } from "@/lib/tenants/organizations/members/remove-member";
import { browserHeaders } from "@/test/factories/mint";
import {
  grantOf,
  isSignedIn,
  type Model,
  personMay,
  personOf,
  type Role,
  roleIn,
  type Subject,
} from "@/test/model/model";
import { defineKind, ok } from "@/test/model/step";
import {
  mintCompanyMembership,
  mintOrganizationMembership,
  mintSession,
  setDeactivated,
} from "@/test/model/world";
import { type As, actorOf, asks, callManagement, chooseCaller } from "./caller";
import { endGrant } from "./clients";
import { takeBeyond } from "./holders";

type Membership = {
  as: As;
  organizationId: string;
  userId: string;
  role: OrganizationRole | null;
  revokeSecrets: boolean;
};

/** A member gets another role, or none. */
export const memberKind = defineKind<Membership>({
  name: "change a member",
  weight: 3,
  choose: (model, pick) => {
    const organizationId = pick(model.clients)?.organizationId;
    if (!organizationId) return null;
    const members = Object.keys(model.members[`organization/${organizationId}`] ?? {});
    const userId = pick(members);
    const as = chooseCaller(model, pick, organizationId);
    const role = pick([...organizationRoles, null]);
    if (!userId || !as || role === undefined) return null;
    return { as, organizationId, userId, role, revokeSecrets: pick([true, false]) ?? false };
  },
  send: ({ as, organizationId, userId, role, revokeSecrets }) => {
    const params = { organization_id: organizationId, user_id: userId };
    return role === null
      ? callManagement(removeMember, {
          as,
          params,
          query: { revoke_secrets: String(revokeSecrets) },
        })
      : callManagement(changeMember, {
          as,
          params,
          body: { role, revoke_secrets: revokeSecrets },
        });
  },
  apply: (model, { as, organizationId, userId, role, revokeSecrets }) => {
    const denial = asks(model, as, organizationId, "members:write");
    if (denial) return denial;
    const subject = `organization/${organizationId}`;
    const before = roleIn(model, subject, userId);
    if (before === null || before === "staff") return "not_found";
    const { may } = actorOf(model, as, organizationId);
    const within = (each: OrganizationRole) =>
      rolePermissions[each].every((one) => may.includes(one));
    if (!within(before) || (role !== null && !within(role))) return "forbidden";
    if (role === before) return "ok";
    const owners = Object.entries(model.members[subject] ?? {}).filter(
      ([id, each]) => each === "owner" && id !== userId && !model.deactivatedPeople.includes(id),
    );
    if (before === "owner" && owners.length === 0) return "conflict";
    const remainingPermissions = role === null ? [] : rolePermissions[role];
    const beyond = takeBeyond(model, organizationId, `user:${userId}`, remainingPermissions);
    if (beyond.length > 0 && !revokeSecrets) return "conflict";
    for (const secret of beyond) secret.revoked = true;
    setRole(model, subject, userId, role);
    return "ok";
  },
});

function setRole(model: Model, subject: Subject, userId: string, role: Role | null): void {
  const members = { ...model.members[subject] };
  if (role === null) {
    delete members[userId];
    for (const each of [...model.codes, ...model.access]) {
      if (each.subject === subject && each.userId === userId) each.hasLeft = true;
    }
  } else members[userId] = role;
  model.members[subject] = members;
}

/** A person joins an organization, as by an invitation. */
export const joinKind = defineKind<{ subject: Subject; userId: string; role: OrganizationRole }>({
  name: "join an organization",
  weight: 2,
  choose: (model, pick) => {
    const subject = pick(
      Object.keys(model.members).filter((each) => each.startsWith("organization/")),
    );
    const userId = pick(model.sessions)?.userId;
    const role = pick(["admin", "developer", "auditor"] as const);
    if (!subject || !userId || !role || roleIn(model, subject, userId)) return null;
    return { subject, userId, role };
  },
  send: async ({ subject, userId, role }) => {
    await mintOrganizationMembership(subject, userId, role);
    return ok();
  },
  apply: (model, { subject, userId, role }) => {
    if (!roleIn(model, subject, userId)) setRole(model, subject, userId, role);
    return "ok";
  },
});

/** The platform changes who belongs to a company. */
export const companyKind = defineKind<{
  subject: Subject;
  userId: string;
  role: "owner" | "admin" | "staff" | null;
}>({
  name: "change a company's member",
  weight: 2,
  choose: (model, pick) => {
    const subject = pick(Object.keys(model.members).filter((each) => each.startsWith("company/")));
    const userId = pick(model.sessions)?.userId;
    const role = pick(["owner", "admin", "staff", "owner", "admin", null] as const);
    return subject && userId && role !== undefined ? { subject, userId, role } : null;
  },
  send: async ({ subject, userId, role }) => {
    await mintCompanyMembership(subject, userId, role);
    return ok();
  },
  apply: (model, { subject, userId, role }) => {
    setRole(model, subject, userId, role);
    return "ok";
  },
});

/** A person signs in again; the password is tested elsewhere. */
export const signInKind = defineKind<string>({
  name: "sign in",
  weight: 5,
  choose: (model, pick) => pick([...new Set(model.sessions.map(({ userId }) => userId))]) ?? null,
  send: async (userId) => ok({ cookie: await mintSession(userId) }),
  apply: (model, userId, { values }) => {
    model.sessions.push({ userId, cookie: values.cookie ?? "", ended: false, expired: false });
    return "ok";
  },
});

/** A person signs out. */
export const signOutKind = defineKind<string>({
  name: "sign out",
  weight: 2,
  choose: (model, pick) => pick(model.sessions)?.cookie ?? null,
  send: async (cookie) => {
    const headers = browserHeaders({ userId: "", email: "", cookie });
    const url = `${env().baseUrl}/sign-out`;
    const response = await signOut(
      new Request(url, { method: "POST", headers, body: new URLSearchParams() }),
    );
    return { result: response.status === 303 ? "ok" : String(response.status), values: {} };
  },
  apply: (model, cookie) => {
    for (const session of model.sessions) if (session.cookie === cookie) session.ended = true;
    return "ok";
  },
});

/** A person's account is deactivated or activated again. */
export const deactivateKind = defineKind<{ userId: string; deactivated: boolean }>({
  name: "deactivate a person",
  weight: 1,
  choose: (model, pick) => {
    const deactivatedId = pick(model.deactivatedPeople);
    const userId = deactivatedId ?? pick(model.sessions)?.userId;
    return userId ? { userId, deactivated: deactivatedId === undefined } : null;
  },
  send: async ({ userId, deactivated }) => {
    await setDeactivated(userId, deactivated);
    return ok();
  },
  apply: (model, { userId, deactivated }) => {
    model.deactivatedPeople = model.deactivatedPeople.filter((id) => id !== userId);
    if (!deactivated) return "ok";
    model.deactivatedPeople.push(userId);
    for (const session of model.sessions) if (session.userId === userId) session.ended = true;
    return "ok";
  },
});

/** A company or an organization revokes its grant. */
export const removeKind = defineKind<{ subject: Subject; clientId: string; cookie: string }>({
  name: "remove an extension",
  weight: 2,
  choose: (model, pick) => {
    const live = Object.entries(model.grants).filter(([, grant]) => grant.live);
    const [key] = pick(live) ?? pick(Object.entries(model.grants)) ?? [];
    const [clientId, subject] = key?.split(" ") ?? [];
    const members = model.sessions.filter(
      ({ userId }) => subject && roleIn(model, subject, userId),
    );
    const session = pick.mostly(members, model.sessions);
    return clientId && subject && session ? { subject, clientId, cookie: session.cookie } : null;
  },
  send: async ({ subject, clientId, cookie }) => {
    const isCompany = subject.startsWith("company/");
    const url = `${env().baseUrl}/${subject}/${isCompany ? "extensions" : "installed"}/${clientId}/remove`;
    const headers = browserHeaders({ userId: "", email: "", cookie });
    const request = new Request(url, { method: "POST", headers, body: new URLSearchParams() });
    const response = await answerOperation(isCompany ? removeExtension : removeInstalled)(request);
    const location = response.headers.get("location") ?? "";
    if (location.startsWith("/sign-in")) return { result: "sign-in page", values: {} };
    return { result: response.status === 303 ? "ok" : String(response.status), values: {} };
  },
  apply: (model, { subject, clientId, cookie }) => {
    if (!isSignedIn(model, cookie)) return "sign-in page";
    const userId = personOf(model, cookie);
    const role = roleIn(model, subject, userId);
    if (role === null) return "404";
    const [kind, id = ""] = subject.split("/");
    const may =
      kind === "company"
        ? role === "owner" || role === "admin"
        : personMay(model, id, userId).includes("organization:write");
    if (!may) return "403";
    const grant = grantOf(model, clientId, subject);
    if (!grant?.live) return "404";
    endGrant(grant);
    if (kind === "organization") {
      for (const secret of takeBeyond(model, id, `client:${clientId}`, [])) secret.revoked = true;
    }
    return "ok";
  },
});
