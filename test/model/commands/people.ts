import { answerOperation } from "@/lib/api/answer-operation";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { type OrganizationRole, organizationRoles, rolePermissions } from "@/lib/core/permissions";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import { signOut } from "@/lib/platform/provider/logout/sign-out";
import { removeExtension } from "@/lib/tenants/companies/remove-extension";
import { removeInstalled } from "@/lib/tenants/organizations/installed/remove-installed";
import { changeMember } from "@/lib/tenants/organizations/members/change-member";
import { removeMember } from "@/lib/tenants/organizations/members/remove-member";
import { browserHeaders } from "@/test/factories/mint";
import { aMinuteAgo, storedHash } from "@/test/factories/mint-code";
import {
  endGrant,
  grantOf,
  isSignedIn,
  type Model,
  personMay,
  personOf,
  type Role,
  roleIn,
  type Subject,
} from "@/test/model/model";
import { defineKind, outcome, type Pick } from "@/test/model/step";
import { mintMembership, mintSession } from "@/test/model/world";
import {
  type As,
  actorOf,
  callManagement,
  chooseCaller,
  takeBeyond,
  UNKNOWN_ID,
  whyDenied,
} from "./clients";

type Membership = {
  as: As;
  organizationId: string;
  userId: string;
  role: OrganizationRole | null;
  revokeSecrets: boolean;
};

/** A member gets another role, or none. */
const memberKind = defineKind<Membership>({
  ...{ name: "change a member", weight: 3 },
  choose: (model, pick) => {
    const { organizationId } = pick(model.clients);
    const userId = pick(Object.keys(model.members[`organization/${organizationId}`] ?? {}));
    const as = chooseCaller(model, pick, organizationId);
    const role = pick([...organizationRoles, null]);
    return { as, organizationId, userId, role, revokeSecrets: pick([true, false]) };
  },
  send: ({ as, organizationId, userId, role, revokeSecrets: revoke_secrets }) => {
    const params = { organization_id: organizationId, user_id: userId };
    return role === null
      ? callManagement(removeMember, {
          ...{ as, params, query: { revoke_secrets: String(revoke_secrets) } },
        })
      : callManagement(changeMember, { as, params, body: { role, revoke_secrets } });
  },
  apply: (model, { as, organizationId, userId, role, revokeSecrets }) => {
    const denial = whyDenied(model, as, organizationId, "members:write");
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
    const left = role === null ? [] : rolePermissions[role];
    const beyond = takeBeyond(model, organizationId, `user:${userId}`, left);
    if (beyond.length > 0 && !revokeSecrets) return "conflict";
    for (const secret of beyond) secret.revoked = true;
    setRole(model, subject, userId, role);
    return "ok";
  },
});

function setRole(model: Model, subject: Subject, userId: string, role: Role | null): void {
  const { [userId]: _before, ...others } = model.members[subject] ?? {};
  model.members[subject] = role === null ? others : { ...model.members[subject], [userId]: role };
  if (role !== null) return;
  for (const each of [...model.codes, ...model.access]) {
    if (each.subject === subject && each.userId === userId) each.hasLeft = true;
  }
}

type Joining = { subject: Subject; userId: string; role: Role | null };

/** A person joins an organization, as by an invitation. */
const joinKind = defineKind<Joining>({
  ...{ name: "join an organization", weight: 2 },
  choose: (model, pick) => {
    const subject = pick(Object.keys(model.members).filter((each) => /^organization/.test(each)));
    const { userId } = pick(model.sessions);
    const role = pick(["admin", "developer", "auditor"] as const);
    return { subject, role, userId: pick(roleIn(model, subject, userId) ? [] : [userId]) };
  },
  send: async ({ subject, userId, role }) => {
    await mintMembership(subject, userId, role);
    return outcome("ok");
  },
  apply: (model, { subject, userId, role }) => {
    if (!roleIn(model, subject, userId)) setRole(model, subject, userId, role);
    return "ok";
  },
});

/** The platform changes who belongs to a company. */
const companyKind = defineKind<Joining>({
  ...{ name: "change a company's member", weight: 2 },
  choose: (model, pick) => ({
    subject: pick(Object.keys(model.members).filter((each) => /^company/.test(each))),
    userId: pick(model.sessions).userId,
    role: pick(["owner", "admin", "staff", "owner", "admin", null] as const),
  }),
  send: async ({ subject, userId, role }) => {
    await mintMembership(subject, userId, role);
    return outcome("ok");
  },
  apply: (model, { subject, userId, role }) => {
    setRole(model, subject, userId, role);
    return "ok";
  },
});

/** A person signs in again; the password is tested elsewhere. */
const signInKind = defineKind<string>({
  ...{ name: "sign in", weight: 5 },
  choose: (model, pick) => pick([...new Set(model.sessions.map(({ userId }) => userId))]),
  send: async (userId) => outcome("ok", { cookie: await mintSession(userId) }),
  apply: (model, userId, { values }) => {
    model.sessions.push({ userId, cookie: values.cookie ?? "", ended: false, expired: false });
    return "ok";
  },
});

/** Sends a form without fields as a browser. */
async function submit(
  path: string,
  cookie: string,
  form: (request: Request) => Promise<Response>,
): Promise<{ result: string; values: Record<string, string> }> {
  const headers = browserHeaders({ userId: "", email: "", cookie });
  const init = { method: "POST", headers, body: new URLSearchParams() };
  const response = await form(new Request(env().baseUrl + path, init));
  return outcome(response.status === 303 ? "ok" : String(response.status), {
    location: response.headers.get("location") ?? "",
  });
}

/** A person signs out. */
const signOutKind = defineKind<string>({
  ...{ name: "sign out", weight: 2 },
  choose: (model, pick) => pick(model.sessions).cookie,
  send: (cookie) => submit("/sign-out", cookie, signOut),
  apply: (model, cookie) => {
    for (const session of model.sessions) if (session.cookie === cookie) session.ended = true;
    return "ok";
  },
});

/** A person's account is deactivated or activated again. */
const deactivateKind = defineKind<{ userId: string; deactivated: boolean }>({
  ...{ name: "deactivate a person", weight: 1 },
  choose: ({ deactivatedPeople, sessions }, pick) =>
    deactivatedPeople.length > 0
      ? { userId: pick(deactivatedPeople), deactivated: false }
      : { userId: pick(sessions).userId, deactivated: true },
  send: async ({ userId: id, deactivated }) => {
    const data = { deactivatedAt: deactivated ? new Date() : null };
    await db().user.update({ where: { id }, data, select: { id: true } });
    return outcome("ok");
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
const removeKind = defineKind<{ subject: Subject; clientId: string; cookie: string }>({
  ...{ name: "remove an extension", weight: 2 },
  choose: (model, pick) => {
    const live = Object.entries(model.grants).filter(([, grant]) => grant.live);
    const [key] = pick(live.length > 0 ? live : Object.entries(model.grants));
    const [clientId = "", subject = ""] = key.split(" ");
    const members = model.sessions.filter(({ userId }) => roleIn(model, subject, userId));
    return { subject, clientId, cookie: pick.mostly(members, model.sessions).cookie };
  },
  send: async ({ subject, clientId, cookie }) => {
    const isCompany = subject.startsWith("company/");
    const path = `/${subject}/${isCompany ? "extensions" : "installed"}/${clientId}/remove`;
    const form = answerOperation(isCompany ? removeExtension : removeInstalled);
    const answer = await submit(path, cookie, form);
    return answer.values.location?.startsWith("/sign-in") ? outcome("sign-in page") : answer;
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

const PAST = aMinuteAgo();
// Nothing may expire before it was created.
const LONG_OVER = { createdAt: new Date(PAST.getTime() - 3_600_000), expiresAt: PAST };

/** Sets the expiry of a code; it stays younger than the membership of its person. */
const expireCode = (value: string, isLastUse: boolean) => db().$executeRaw`
  UPDATE authorization_codes SET expires_at = created_at + interval '1 millisecond',
    second_use_expires_at = CASE WHEN ${isLastUse} THEN created_at + interval '1 millisecond' ELSE second_use_expires_at END
  WHERE code_hash = ${storedHash(value)}`;

type Expiry = {
  /** What can expire, by its value or id. */
  choose: (model: Model, pick: Pick) => string;
  expire: (value: string) => Promise<unknown>;
  apply: (model: Model, value: string) => void;
};

const mark = <T extends object>(
  list: readonly T[],
  is: (each: T) => boolean,
  change: Partial<T>,
) => {
  for (const each of list) if (is(each)) Object.assign(each, change);
};
const isBy = (value: string) => (each: { value: string }) => each.value === value;
const secretsOf = (model: Model) => model.clients.flatMap(({ secrets }) => secrets);
const byHash = (value: string) => ({ where: { tokenHash: storedHash(value) }, data: LONG_OVER });

const EXPIRIES: Readonly<Record<string, Expiry>> = {
  session: {
    choose: ({ sessions }, pick) => pick(sessions).cookie,
    expire: (cookie) => {
      const where = { id: readSessionId(cookie) ?? "" };
      return db().userSession.updateMany({ where, data: LONG_OVER });
    },
    apply: ({ sessions }, value) =>
      mark(sessions, ({ cookie }) => cookie === value, { expired: true }),
  },
  request: {
    choose: ({ requests }, pick) => pick(requests).id,
    expire: (id) => db().authorizationRequest.updateMany({ where: { id }, data: LONG_OVER }),
    apply: ({ requests }, value) => mark(requests, ({ id }) => id === value, { expired: true }),
  },
  code: {
    choose: ({ codes }, pick) => pick.recent(codes).value,
    expire: (value) => expireCode(value, false),
    apply: ({ codes }, value) =>
      mark(codes, (each) => isBy(value)(each) && each.late === "no", { late: "first use" }),
  },
  "second use": {
    choose: ({ codes }, pick) => pick.recent(codes).value,
    expire: (value) => expireCode(value, true),
    apply: ({ codes }, value) => mark(codes, isBy(value), { late: "any use" }),
  },
  access: {
    choose: ({ access }, pick) => pick.recent(access).value,
    expire: (value) => db().accessToken.updateMany(byHash(value)),
    apply: ({ access }, value) => mark(access, isBy(value), { expired: true }),
  },
  refresh: {
    choose: ({ refresh }, pick) => pick.recent(refresh).value,
    expire: (value) => db().refreshToken.updateMany(byHash(value)),
    apply: ({ refresh }, value) => mark(refresh, isBy(value), { expired: true }),
  },
  grace: {
    choose: ({ refresh }, pick) =>
      pick(refresh.filter(({ superseded }) => superseded === "in grace")).value,
    expire: (value) =>
      db().refreshToken.updateMany({
        where: { tokenHash: storedHash(value), supersededAt: { not: null } },
        data: { supersededAt: PAST },
      }),
    apply: ({ refresh }, value) =>
      mark(refresh, (each) => isBy(value)(each) && each.superseded === "in grace", {
        superseded: "past grace",
      }),
  },
  overlap: {
    choose: (model, pick) => {
      const running = secretsOf(model).filter(({ overlap }) => overlap === "running");
      return pick(running.filter(({ id }) => !id.startsWith(UNKNOWN_ID))).id;
    },
    expire: (id) =>
      db().clientSecret.updateMany({ where: { id, expiresAt: { not: null } }, data: LONG_OVER }),
    apply: (model, value) =>
      mark(secretsOf(model), ({ id, overlap }) => id === value && overlap === "running", {
        overlap: "over",
      }),
  },
};

/** Time passes for one thing: its row gets an expiry in the past. */
const expireKind = defineKind<{ what: string; value: string }>({
  ...{ name: "expire", weight: 5 },
  choose: (model, pick) => {
    const what = pick([...Object.keys(EXPIRIES), "grace"]);
    return { what, value: EXPIRIES[what]?.choose(model, pick) ?? "" };
  },
  send: async ({ what, value }) => {
    await EXPIRIES[what]?.expire(value);
    return outcome("ok");
  },
  apply: (model, { what, value }) => {
    EXPIRIES[what]?.apply(model, value);
    return "ok";
  },
});

export const peopleKinds = [
  ...[memberKind, joinKind, companyKind, signInKind, signOutKind, deactivateKind, removeKind],
  expireKind,
];
