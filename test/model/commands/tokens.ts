import { randomInt } from "node:crypto";
import { listClients } from "@/lib/clients/list-clients";
import { env } from "@/lib/core/env";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { PRODUCT_SCOPES } from "@/lib/protocol/scopes/product-scopes";
import { introspectEndpoint } from "@/lib/protocol/tokens/introspect-endpoint";
import { revokeEndpoint } from "@/lib/protocol/tokens/revoke-endpoint";
import { offlineTokenEndpoint, onlineTokenEndpoint } from "@/lib/protocol/tokens/token-endpoint";
import {
  type AccessToken,
  belongs,
  type Code,
  clientOf,
  effectiveScopes,
  grantOf,
  grantStands,
  type Model,
  permissionsOf,
  revokeFamily,
  type Subject,
  whyDead,
  whyUnknown,
} from "@/test/model/model";
import { defineKind, type Outcome, outcome, type Pick } from "@/test/model/step";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";
import { basic } from "@/test/requests/call-token";
import { fieldsOf } from "@/test/requests/read-json";
import { whyForbidden } from "./clients";

/** Who calls an endpoint for clients, and with which secret. */
type Credentials = { clientId: string; secret: string };

const isOneInTwelve = (pick: Pick) => pick([...Array(12).keys()]) === 0;

/** Mostly a live secret of the requested client, sometimes one that ended or belongs to another client. */
function chooseCredentials(model: Model, pick: Pick, requested: string): Credentials {
  const clientId = isOneInTwelve(pick) ? pick(model.clients).id : requested;
  const { secrets } = clientOf(model, clientId);
  const live = secrets.filter(({ value }) => !whyUnknown(model, { clientId, secret: value }));
  return { clientId, secret: pick.mostly(live, secrets).value };
}

/** The requested subject, or sometimes another. */
const chooseSubject = (model: Model, pick: Pick, subject: Subject): Subject =>
  isOneInTwelve(pick) ? pick(Object.keys(model.members)) : subject;

/** Calls an endpoint for clients. */
async function postAs(
  { clientId, secret }: Credentials,
  endpoint: (request: Request) => Promise<Response>,
  path: string,
  fields: Record<string, string>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const authorization = basic({ clientId, clientSecret: secret });
  const group = () => randomInt(0x10000).toString(16);
  // From another address each time (RFC 3849), because limits are not the subject of this test.
  const address = { [CLIENT_ADDRESS_HEADER]: `2001:db8:${group()}:${group()}::1` };
  const request = new Request(`${env().baseUrl}${OAUTH_PATH}/${path}`, {
    ...{ method: "POST", headers: { authorization, ...address } },
    body: new URLSearchParams(fields),
  });
  const response = await endpoint(request);
  return { status: response.status, body: fieldsOf(await response.json()) };
}

/** Requests tokens at an endpoint of a subject. */
async function requestTokens(
  kind: "online" | "offline",
  { subject, ...credentials }: Credentials & { subject: Subject },
  fields: Record<string, string>,
): Promise<Outcome> {
  const endpoint = kind === "online" ? onlineTokenEndpoint : offlineTokenEndpoint;
  const path = `${subject}/oauth/${kind === "online" ? "token" : "offline-token"}`;
  const { body } = await postAs(credentials, endpoint, path, fields);
  if (typeof body.error === "string") {
    return outcome(body.error, { said: String(body.error_description) });
  }
  const scope = Array.isArray(body.scope) ? body.scope.join(" ") : String(body.scope ?? "");
  return outcome("ok", {
    ...{ access_token: String(body.access_token), scope: scope.replaceAll(",", " ") },
    ...(body.refresh_token ? { refresh_token: String(body.refresh_token) } : {}),
  });
}

/** Whether the response contains exactly these scopes. */
function saysScopes({ values }: Outcome, scopes: readonly string[]): boolean {
  return (values.scope ?? "").split(" ").toSorted().join() === scopes.toSorted().join();
}

type Issued = Omit<
  AccessToken,
  "code" | "userId" | "cookie" | "secretId" | "clientEpoch" | "revoked" | "expired" | "value"
>;

function addAccessToken(
  model: Model,
  { values }: Outcome,
  issued: Issued & Partial<AccessToken>,
): void {
  model.access.push({
    ...{ code: null, userId: null, cookie: null, secretId: null, revoked: false, expired: false },
    ...{ clientEpoch: clientOf(model, issued.clientId).epoch, value: values.access_token ?? "" },
    ...issued,
  });
}

type Redemption = Credentials & { code: string; kind: "online" | "offline"; subject: Subject };

/** A client exchanges a code for the first or second time, or once too often. */
const redeemKind = defineKind<Redemption>({
  ...{ name: "redeem", weight: 10 },
  choose: (model, pick) => {
    const kind = pick(["online", "offline"] as const);
    const fresh = model.codes.filter((each) => isRedeemable(model, each, kind) && !each.used[kind]);
    const code = pick.mostly(fresh, model.codes);
    const credentials = chooseCredentials(model, pick, code.clientId);
    const subject = chooseSubject(model, pick, code.subject);
    return { ...credentials, code: code.value, kind, subject };
  },
  send: ({ code, kind, ...asker }) =>
    requestTokens(kind, asker, { grant_type: "authorization_code", code }),
  apply: (model, request, answer) => {
    const { clientId, secret, kind, subject } = request;
    const unknown = whyUnknown(model, { clientId, secret });
    if (unknown) return unknown;
    const code = model.codes.find(({ value }) => value === request.code);
    if (!code || code.clientId !== clientId || code.subject !== subject) return "invalid_grant";
    if (!code.revoked && code.used[kind]) {
      revokeFamily(model, code.value);
      return "invalid_grant";
    }
    if (!isRedeemable(model, code, kind)) return "invalid_grant";
    const scopes = effectiveScopes(model, code);
    if (scopes.length === 0) return "invalid_grant";
    code.used[kind] = true;
    if (!saysScopes(answer, scopes)) return `ok with the scopes ${scopes.join(" ")}`;
    const issued = { clientId, subject, scopes, grantEpoch: code.grantEpoch, code: code.value };
    const person = kind === "online" ? { userId: code.userId, cookie: code.cookie } : {};
    addAccessToken(model, answer, { ...issued, ...person, kind });
    if (kind === "offline") {
      const value = answer.values.refresh_token ?? "";
      const unused = { used: false, superseded: "no", revoked: false, expired: false } as const;
      model.refresh.push({ ...issued, ...unused, value });
    }
    return "ok";
  },
});

function isRedeemable(model: Model, code: Code, kind: "online" | "offline"): boolean {
  const isFirst = !code.used.online && !code.used.offline;
  const isLate = code.late === "any use" || (isFirst && code.late === "first use");
  if (code.revoked || isLate || !grantStands(model, code)) return false;
  if (!belongs(model, code, code.userId)) return false;
  const session = model.sessions.find(({ cookie }) => cookie === code.cookie);
  return kind === "offline" || !session?.ended;
}

type Refresh = Credentials & { token: string; subject: Subject; scope: string | null };

/** A client refreshes; whether the token is replaced depends on the client. */
const refreshKind = defineKind<Refresh>({
  ...{ name: "refresh", weight: 10 },
  choose: (model, pick) => {
    const fresh = model.refresh.filter((each) => !each.revoked && grantStands(model, each));
    const token = pick.mostly(fresh, model.refresh);
    const credentials = chooseCredentials(model, pick, token.clientId);
    const scope = pick([...Array(4).fill(null), token.scopes[0] ?? null, "company/invoices/read"]);
    const subject = chooseSubject(model, pick, token.subject);
    return { ...credentials, token: token.value, subject, scope };
  },
  send: ({ token, scope, ...asker }) => {
    const fields = { grant_type: "refresh_token", refresh_token: token, ...(scope && { scope }) };
    return requestTokens("offline", asker, fields);
  },
  apply: (model, { clientId, secret, subject, scope, ...request }, answer) => {
    const unknown = whyUnknown(model, { clientId, secret });
    if (unknown) return unknown;
    const token = model.refresh.find(({ value }) => value === request.token);
    if (!token || token.clientId !== clientId || token.subject !== subject) return "invalid_grant";
    if (token.revoked || !grantStands(model, token)) return "invalid_grant";
    if (token.superseded === "past grace") {
      revokeFamily(model, token.code);
      return "invalid_grant";
    }
    if (token.expired) return "invalid_grant";
    if (scope !== null && !token.scopes.includes(scope)) return "invalid_scope";
    const scopes = effectiveScopes(model, { ...token, scopes: scope ? [scope] : token.scopes });
    if (scopes.length === 0) return "invalid_grant";
    if (!saysScopes(answer, scopes)) return `ok with the scopes ${scopes.join(" ")}`;
    const { grantEpoch, code } = token;
    addAccessToken(model, answer, { clientId, subject, scopes, grantEpoch, kind: "offline", code });
    const value = answer.values.refresh_token ?? "";
    if (clientOf(model, clientId).rotates) {
      const family = model.refresh.filter((each) => each.code === token.code);
      for (const each of token.used ? [] : family) {
        if (each !== token && each.superseded === "no") each.superseded = "in grace";
      }
      if (model.refresh.some((each) => each.value === value)) return "ok with a new refresh token";
      model.refresh.push({ ...token, value, used: false, superseded: "no" });
    } else if (value !== token.value) return "ok with the same refresh token";
    token.used = true;
    return "ok";
  },
});

type OwnTokenRequest = Credentials & { subject: Subject; scope: string | null };

/** A client requests its own token, for its organization or for a company that installed it. */
export const clientCredentialsKind = defineKind<OwnTokenRequest>({
  ...{ name: "client_credentials", weight: 6 },
  choose: (model, pick) => {
    const managing = model.clients.filter(({ scopes }) => permissionsOf(scopes).length > 0);
    const credentials = chooseCredentials(model, pick, pick.mostly(managing, model.clients).id);
    const { organizationId, scopes } = clientOf(model, credentials.clientId);
    const home = `organization/${organizationId}`;
    const subject = pick([home, home, pick(Object.keys(model.members))]);
    const some = [null, null, null, scopes[0] ?? null, "organization/settings/write"];
    return { ...credentials, subject, scope: pick(some) };
  },
  send: ({ scope, ...asker }) =>
    requestTokens("online", asker, { grant_type: "client_credentials", ...(scope && { scope }) }),
  apply: (model, { clientId, secret, subject, scope }, answer) => {
    const unknown = whyUnknown(model, { clientId, secret });
    if (unknown) return unknown;
    const client = clientOf(model, clientId);
    const grant = grantOf(model, clientId, subject);
    const isOwn = subject === `organization/${client.organizationId}`;
    const isCompany = subject.startsWith("company/");
    if (isCompany ? !grant?.live : !isOwn) return "unauthorized_client";
    const had = isCompany
      ? (grant?.scopes ?? []).filter((each) => client.scopes.includes(each))
      : client.scopes.filter((each) => each.startsWith("organization/"));
    if (had.length === 0 || (scope !== null && !had.includes(scope))) return "invalid_scope";
    const scopes = scope === null ? had : [scope];
    if (!saysScopes(answer, scopes)) return `ok with the scopes ${scopes.join(" ")}`;
    const secretId = client.secrets.find(({ value }) => value === secret)?.id ?? null;
    const grantEpoch = isCompany ? (grant?.epoch ?? null) : null;
    const issued = { clientId, subject, scopes, grantEpoch, secretId };
    addAccessToken(model, answer, { ...issued, kind: "client_credentials" });
    return "ok";
  },
});

/** The part of the response that says why a token is rejected. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/has expired/, "expired"],
  [/client (is inactive|was deleted)/, "client inactive"],
  [/before its client was deactivated/, "client was inactive"],
  [/secret .* was rotated or revoked/, "secret ended"],
  [/no longer belongs/, "seller left"],
  [/has signed out/, "signed out"],
  [/was revoked/, "revoked"],
  [/not for a company/, "not for a company"],
];

/** An extension calls the platform with one of its tokens. */
export const callKind = defineKind<string>({
  ...{ name: "call", weight: 12 },
  choose: (model, pick) => pick(model.access).value,
  send: async (token) => {
    const { status, body } = await callProducts(token);
    if (status === 200) return outcome("ok");
    const reason = REASONS.find(([words]) => words.test(String(body.error_description)))?.[1];
    return outcome(`${body.error}${reason ? `: ${reason}` : ""}`);
  },
  apply: (model, value) => {
    const token = model.access.find((each) => each.value === value);
    if (!token) return "invalid_token";
    const dead = whyDead(model, token);
    if (dead) return `invalid_token: ${dead}`;
    if (!token.subject.startsWith("company/")) return "invalid_token: not for a company";
    const can = effectiveScopes(model, token).some((scope) => PRODUCT_SCOPES.includes(scope));
    return can ? "ok" : "insufficient_scope";
  },
});

/** A client lists the clients of an organization with a token. */
const manageKind = defineKind<{ token: string; organizationId: string }>({
  ...{ name: "manage", weight: 5 },
  choose: (model, pick) => {
    const ofOrganizations = model.access.filter(({ subject }) => /^organization/.test(subject));
    const token = pick(pick([ofOrganizations, ofOrganizations, model.access]));
    return { token: token.value, organizationId: pick(model.clients).organizationId };
  },
  send: async ({ token, organizationId }) => {
    const call = { params: { organization_id: organizationId }, as: token };
    const { status, body } = await callRoute(listClients, call);
    return outcome(status === 200 ? "ok" : String(body.error));
  },
  apply: (model, { token: value, organizationId }) => {
    const token = model.access.find((each) => each.value === value);
    if (!token?.subject.startsWith("organization/") || whyDead(model, token)) {
      return "invalid_token";
    }
    if (token.subject !== `organization/${organizationId}`) return "not_found";
    return whyForbidden(model, { token: value }, organizationId, ["clients:read"]) ?? "ok";
  },
});

type About = Credentials & { token: string };

function chooseToken(model: Model, pick: Pick): About {
  const { access, refresh } = model;
  const tokens = [access, access, refresh].filter((each) => each.length > 0);
  const token = pick.recent<{ value: string; clientId: string }>(pick(tokens));
  const asker = pick([token.clientId, token.clientId, pick(model.clients).id]);
  return { ...chooseCredentials(model, pick, asker), token: token.value };
}

/** A client introspects a token, its own or another's. */
const introspectKind = defineKind<About>({
  ...{ name: "introspect", weight: 8, choose: chooseToken },
  send: async ({ token, ...credentials }) => {
    const path = "oauth/introspect";
    const { status, body } = await postAs(credentials, introspectEndpoint, path, { token });
    const values = { scope: String(body.scope ?? "") };
    if (status !== 200) return outcome(String(body.error), values);
    return outcome(body.active === true ? "active" : "inactive", values);
  },
  apply: (model, { clientId, secret, token: value }, answer) => {
    const unknown = whyUnknown(model, { clientId, secret });
    if (unknown) return unknown;
    const access = model.access.find((each) => each.value === value);
    const token = access ?? model.refresh.find((each) => each.value === value);
    if (!token || token.clientId !== clientId) return "inactive";
    if (access ? whyDead(model, access) : isRefreshDead(model, value)) return "inactive";
    const scopes = effectiveScopes(model, token);
    return saysScopes(answer, scopes) ? "active" : `active with the scopes ${scopes.join(" ")}`;
  },
});

function isRefreshDead(model: Model, value: string): boolean {
  const token = model.refresh.find((each) => each.value === value);
  if (!token || token.superseded === "past grace") return true;
  const client = clientOf(model, token.clientId);
  if (!client.active || client.deleted) return true;
  return token.revoked || token.expired || !grantStands(model, token);
}

/** A client revokes a token. */
const revokeKind = defineKind<About>({
  ...{ name: "revoke", weight: 2, choose: chooseToken },
  send: async ({ token, ...credentials }) => {
    const { status, body } = await postAs(credentials, revokeEndpoint, "oauth/revoke", { token });
    return outcome(status === 200 ? "ok" : String(body.error));
  },
  apply: (model, { clientId, secret, token: value }) => {
    const unknown = whyUnknown(model, { clientId, secret });
    if (unknown) return unknown;
    const access = model.access.find((each) => each.value === value);
    const refresh = model.refresh.find((each) => each.value === value);
    if (access?.clientId === clientId) access.revoked = true;
    if (refresh?.clientId === clientId) revokeFamily(model, refresh.code);
    return "ok";
  },
});

export const tokenKinds = [
  ...[redeemKind, refreshKind, clientCredentialsKind, callKind, manageKind, introspectKind],
  revokeKind,
];
