import { handleOperation } from "@/lib/api/handle-operation";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import {
  type OrganizationRole,
  organizationRoles,
  rolePermissions,
} from "@/lib/core/permissions/permissions";
import { sessionCookieName, signSessionId } from "@/lib/identity/sessions/session-cookie";
import { signOut } from "@/lib/platform/provider/logout/sign-out";
import { removeExtension } from "@/lib/tenants/companies/extensions";
import { removeInstalled } from "@/lib/tenants/organizations/installed";
import { changeMember, removeMember } from "@/lib/tenants/organizations/members/members";
import { browserHeaders } from "@/test/factories/mint";
import { mintSession } from "@/test/factories/mint-scene";
import {
  endGrant,
  endSecrets,
  isOrganization,
  type Model,
  type Role,
  type Subject,
} from "@/test/model/model";
import { defineKind, finish, type Outcome, outcome } from "@/test/model/step";
import { mintRole, newSession } from "@/test/model/world";
import { callerOf, defineManagement } from "./management";

/** A member gets another role, or none. */
const memberKind = defineManagement({
  ...{ name: "change a member", weight: 3, permission: "members:write", onDeleted: true },
  choose: ({ home }, pick, model) => ({
    user_id: pick(Object.keys(model.members[home] ?? {})),
    role: pick<OrganizationRole | null>([...organizationRoles, null]),
    revoke_secrets: pick([true, false]),
  }),
  operation: ({ role }) => (role === null ? removeMember : changeMember),
  call: ({ user_id, role, revoke_secrets }) => ({
    params: { user_id },
    ...(role === null
      ? { query: { revoke_secrets: String(revoke_secrets) } }
      : { body: { role, revoke_secrets } }),
  }),
  apply: (model, { home }, { as, user_id: userId, role, revoke_secrets }) => {
    const before = model.roleIn(home, userId);
    if (before === null) return "not_found";
    const { may } = callerOf(model, as, home);
    const remaining = role === null ? [] : rolePermissions[role];
    const permissions = [...model.personMay(home, userId), ...remaining];
    if (!permissions.every((permission) => may.includes(permission))) return "forbidden";
    if (role === before) return "ok";
    const isOtherOwner = ([id, each]: [string, Role]) =>
      each === "owner" && id !== userId && !model.deactivatedPeople.includes(id);
    const hasOtherOwner = Object.entries(model.members[home] ?? {}).some(isOtherOwner);
    if (before === "owner" && !hasOtherOwner) return "conflict";
    const excess = model.secretsBeyond(home, `user:${userId}`, remaining);
    if (excess.length > 0 && !revoke_secrets) return "conflict";
    endSecrets(excess);
    setRole(model, home, userId, role);
    return "ok";
  },
});

function setRole(model: Model, subject: Subject, userId: string, role: Role | null): void {
  const { [userId]: _before, ...others } = model.members[subject] ?? {};
  model.members[subject] = role === null ? others : { ...others, [userId]: role };
  if (role !== null) return;
  for (const each of [...model.codes, ...model.access]) {
    if (each.subject === subject && each.userId === userId) each.hasLeft = true;
  }
}

/** A person joins an organization, as by an invitation. */
const joinKind = defineKind({
  ...{ name: "join an organization", weight: 2 },
  choose: (model, pick) => {
    const subject = pick(Object.keys(model.members).filter(isOrganization));
    const { userId } = pick(model.sessions);
    const role = pick(["admin", "developer", "auditor"] as const);
    return { subject, role, userId: pick(model.roleIn(subject, userId) ? [] : [userId]) };
  },
  send: ({ subject, userId, role }) => finish(mintRole(subject, userId, role)),
  apply: (model, { subject, userId, role }) => {
    if (!model.roleIn(subject, userId)) setRole(model, subject, userId, role);
    return "ok";
  },
});

/** The platform changes who belongs to a company. */
const companyKind = defineKind({
  ...{ name: "change a company's member", weight: 2 },
  choose: (model, pick) => ({
    subject: pick(Object.keys(model.members).filter((each) => !isOrganization(each))),
    userId: pick(model.sessions).userId,
    role: pick(["owner", "admin", "staff", "owner", "admin", null] as const),
  }),
  send: ({ subject, userId, role }) => finish(mintRole(subject, userId, role)),
  apply: (model, { subject, userId, role }) => {
    setRole(model, subject, userId, role);
    return "ok";
  },
});

/** A person signs in again; the password is tested elsewhere. */
const signInKind = defineKind<string>({
  ...{ name: "sign in", weight: 5 },
  choose: (model, pick) => pick([...new Set(model.sessions.map(({ userId }) => userId))]),
  send: async (userId) => {
    const id = await mintSession(userId, { createdAt: new Date() });
    return outcome("ok", { cookie: `${sessionCookieName()}=${signSessionId(id)}` });
  },
  apply: (model, userId, { values: { cookie = "" } }) => {
    model.sessions.push(newSession(userId, cookie));
    return "ok";
  },
});

/** Sends a form without fields as a browser. */
async function submit(
  path: string,
  cookie: string,
  form: (request: Request) => Promise<Response>,
): Promise<Outcome> {
  const headers = browserHeaders({ userId: "", email: "", cookie });
  const init = { method: "POST", headers, body: new URLSearchParams() };
  const response = await form(new Request(env().baseUrl + path, init));
  if (response.headers.get("location")?.startsWith("/sign-in")) return outcome("sign-in page");
  return outcome(response.status === 303 ? "ok" : String(response.status));
}

/** A person signs out. */
const signOutKind = defineKind<string>({
  ...{ name: "sign out", weight: 2 },
  choose: (model, pick) => pick(model.sessions).value,
  send: (cookie) => submit("/sign-out", cookie, signOut),
  apply: (model, cookie) => {
    for (const session of model.sessions) if (session.value === cookie) session.ended = true;
    return "sign-in page";
  },
});

/** A person's account is deactivated or activated again. */
const deactivateKind = defineKind({
  ...{ name: "deactivate a person", weight: 1 },
  choose: ({ deactivatedPeople, sessions }, pick) =>
    deactivatedPeople.length > 0
      ? { id: pick(deactivatedPeople), deactivatedAt: null }
      : { id: pick(sessions).userId, deactivatedAt: new Date() },
  send: ({ id, deactivatedAt }) =>
    finish(db().user.update({ where: { id }, data: { deactivatedAt } })),
  apply: (model, { id, deactivatedAt }) => {
    model.deactivatedPeople = model.deactivatedPeople.filter((each) => each !== id);
    if (deactivatedAt === null) return "ok";
    model.deactivatedPeople.push(id);
    for (const session of model.sessions) if (session.userId === id) session.ended = true;
    return "ok";
  },
});

/** A company or an organization revokes its grant. */
const removeKind = defineKind({
  ...{ name: "remove an extension", weight: 2 },
  choose: (model, pick) => {
    const live = Object.entries(model.grants).filter(([, grant]) => grant.live);
    const [key] = pick(live.length > 0 ? live : Object.entries(model.grants));
    const [clientId = "", subject = ""] = key.split(" ");
    const members = model.membersOf(subject, model.sessions);
    return { subject, clientId, cookie: pick.mostly(members, model.sessions).value };
  },
  send: ({ subject, clientId, cookie }) => {
    const [list, operation] = isOrganization(subject)
      ? (["installed", removeInstalled] as const)
      : (["extensions", removeExtension] as const);
    return submit(`/${subject}/${list}/${clientId}/remove`, cookie, handleOperation(operation));
  },
  apply: (model, { subject, clientId, cookie }) => {
    const userId = model.signedInPerson(cookie);
    if (userId === null) return "sign-in page";
    const role = model.roleIn(subject, userId);
    if (role === null) return "404";
    const may = isOrganization(subject)
      ? model.personMay(subject, userId).includes("organization:write")
      : role === "owner" || role === "admin";
    if (!may) return "403";
    const grant = model.grantOf(clientId, subject);
    if (!grant?.live) return "404";
    endGrant(grant);
    endSecrets(model.secretsBeyond(subject, `client:${clientId}`, []));
    return "ok";
  },
});

export const peopleKinds = [
  ...[memberKind, joinKind, companyKind, signInKind, signOutKind, deactivateKind, removeKind],
];
