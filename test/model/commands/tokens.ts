import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import { PRODUCT_SCOPES } from "@/lib/gate/rules/rules-in-force";
import {
  type AccessToken,
  type Code,
  find,
  type Issued,
  isOrganization,
  type Model,
  type Subject,
} from "@/test/model/model";
import { defineKind, type Kind, type Outcome, outcome, type Pick } from "@/test/model/step";
import { introspect, revoke } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import { callToken } from "@/test/requests/call-token";
import { newAddress } from "@/test/requests/own-address";
import { textOf } from "@/test/requests/read-json";

/** Who calls an endpoint for clients, and with which secret. */
type Credentials = { clientId: string; clientSecret: string };

/** Defines what someone does with a client's credentials. */
function defineForClient<R extends Credentials>(kind: Kind<R>) {
  const apply: typeof kind.apply = (model, request, answer) =>
    whyUnknown(model, request) ?? kind.apply(model, request, answer);
  return defineKind<R>({ ...kind, apply });
}

/**
 * Why the pair does not authenticate, or null if it does. Only a caller with the secret learns that
 * the client is inactive.
 */
function whyUnknown(model: Model, { clientId, clientSecret }: Credentials): string | null {
  const client = model.clientOf(clientId);
  const isKnown = find(client.secrets, clientSecret)?.live && !client.deleted;
  if (!isKnown) return "invalid_client";
  return client.active ? null : "unauthorized_client";
}

const isOneInTwelve = (pick: Pick) => pick([...Array(12).keys()]) === 0;

/** Mostly a live secret of the requested client, sometimes one that ended or belongs to another client. */
function chooseCredentials(model: Model, pick: Pick, requested: string): Credentials {
  const clientId = isOneInTwelve(pick) ? pick(model.clients).id : requested;
  const { secrets, active } = model.clientOf(clientId);
  const live = secrets.filter((secret) => secret.live && active);
  return { clientId, clientSecret: pick.mostly(live, secrets).value };
}

/** Mostly a code or token at its subject, sometimes at another. */
function chooseUse(model: Model, pick: Pick, { value, clientId, subject }: Issued) {
  const at = isOneInTwelve(pick) ? pick(Object.keys(model.members)) : subject;
  return { ...chooseCredentials(model, pick, clientId), value, subject: at };
}

/** From another address each time, because limits are not the subject of this test. */
const fromElsewhere = () => ({ [CLIENT_ADDRESS_HEADER]: newAddress() });

/** Requests tokens at an endpoint of a subject. */
async function requestTokens(
  kind: "online" | "offline",
  { subject, ...client }: Credentials & { subject: Subject },
  form: Record<string, string>,
): Promise<Outcome> {
  const { body } = await callToken(kind, { client }, { form, subject, headers: fromElsewhere() });
  if (body.error) return outcome(String(body.error), { message: String(body.error_description) });
  return outcome("ok", {
    ...{ access: textOf(body.access_token), scope: textOf(body.scope) },
    ...(body.refresh_token !== undefined && { refresh: textOf(body.refresh_token) }),
  });
}

/** The result if the response contains exactly these scopes. */
function withScopes(result: string, { scope = "" }: Outcome["values"], scopes: readonly string[]) {
  const isExact = scope.split(" ").toSorted().join() === scopes.toSorted().join();
  return isExact ? result : `${result} with the scopes ${scopes.join(" ")}`;
}

const FRESH = { userId: null, cookie: null, revoked: false, expired: false };

/** Stores the access token of a response, and returns the expected result. */
function addAccessToken(
  model: Model,
  { values }: Outcome,
  issued: Omit<AccessToken, "value" | "secret" | "clientEpoch" | keyof typeof FRESH> &
    Partial<AccessToken>,
): string {
  const { epoch } = model.clientOf(issued.clientId);
  const token = { ...FRESH, secret: null, clientEpoch: epoch, value: values.access ?? "" };
  model.access.push({ ...token, ...issued });
  return withScopes("ok", values, issued.scopes);
}

/** A client exchanges a code for the first or second time, or once too often. */
const redeemKind = defineForClient({
  ...{ name: "redeem", weight: 10 },
  choose: (model, pick) => {
    const kind = pick(["online", "offline"] as const);
    const fresh = model.codes.filter((each) => isRedeemable(model, each, kind) && !each.used[kind]);
    return { kind, ...chooseUse(model, pick, pick.mostly(fresh, model.codes)) };
  },
  send: ({ kind, value: code, ...at }) =>
    requestTokens(kind, at, { grant_type: "authorization_code", code }),
  apply: (model, { kind, value, clientId, subject }, answer) => {
    const code = find(model.codes, value);
    if (code?.clientId !== clientId || code.subject !== subject) return "invalid_grant";
    if (!code.revoked && code.used[kind]) {
      model.revokeFamily(value);
      return "invalid_grant";
    }
    const scopes = model.effectiveScopes(code);
    if (!isRedeemable(model, code, kind) || scopes.length === 0) return "invalid_grant";
    code.used[kind] = true;
    const { grantEpoch, userId, cookie } = code;
    const issued = { clientId, subject, scopes, grantEpoch, code: value };
    if (kind === "online") return addAccessToken(model, answer, { ...issued, userId, cookie });
    const unused = { used: false, superseded: "no", value: answer.values.refresh ?? "" } as const;
    model.refresh.push({ ...FRESH, ...issued, ...unused });
    return addAccessToken(model, answer, issued);
  },
});

function isRedeemable(model: Model, code: Code, kind: "online" | "offline"): boolean {
  const isFirst = !code.used.online && !code.used.offline;
  const isLate = code.late === "any use" || (isFirst && code.late === "first use");
  if (code.revoked || isLate || !model.grantStands(code) || !model.belongs(code)) return false;
  return kind === "offline" || !find(model.sessions, code.cookie)?.ended;
}

/** A client refreshes; whether the token is replaced depends on the client. */
const refreshKind = defineForClient({
  ...{ name: "refresh", weight: 10 },
  choose: (model, pick) => {
    const fresh = model.refresh.filter((each) => !each.revoked && model.grantStands(each));
    const token = pick.mostly(fresh, model.refresh);
    const scope = pick([...Array(4).fill(null), token.scopes[0] ?? null, "company/invoices/read"]);
    return { ...chooseUse(model, pick, token), scope: scope as string | null };
  },
  send: ({ value, scope, ...at }) => {
    const form = { grant_type: "refresh_token", refresh_token: value, ...(scope && { scope }) };
    return requestTokens("offline", at, form);
  },
  apply: (model, { value, clientId, subject, scope }, answer) => {
    const token = find(model.refresh, value);
    if (token?.clientId !== clientId || token.subject !== subject) return "invalid_grant";
    if (token.revoked || !model.grantStands(token)) return "invalid_grant";
    if (token.superseded === "past grace") model.revokeFamily(token.code);
    if (token.revoked || token.expired) return "invalid_grant";
    if (scope !== null && !token.scopes.includes(scope)) return "invalid_scope";
    const scopes = model.effectiveScopes({ ...token, scopes: scope ? [scope] : token.scopes });
    if (scopes.length === 0) return "invalid_grant";
    const successor = answer.values.refresh ?? "";
    if (model.clientOf(clientId).rotates) {
      const family = model.refresh.filter((each) => each.code === token.code);
      for (const each of token.used ? [] : family) {
        if (each !== token && each.superseded === "no") each.superseded = "in grace";
      }
      if (find(model.refresh, successor)) return "ok with a new refresh token";
      model.refresh.push({ ...token, value: successor, used: false, superseded: "no" });
    } else if (successor !== value) return "ok with the same refresh token";
    token.used = true;
    const { grantEpoch, code } = token;
    return addAccessToken(model, answer, { clientId, subject, scopes, grantEpoch, code });
  },
});

/** A client requests its own token, for its organization or for a company that installed it. */
export const clientCredentialsKind = defineForClient({
  ...{ name: "client_credentials", weight: 6 },
  choose: (model, pick) => {
    const { id } = pick.mostly(model.managingClients(), model.clients);
    const credentials = chooseCredentials(model, pick, id);
    const { home, scopes } = model.clientOf(credentials.clientId);
    const subject = pick([home, home, pick(Object.keys(model.members))]);
    const some = [null, null, null, scopes[0] ?? null, "organization/settings/write"];
    return { ...credentials, subject, scope: pick(some) };
  },
  send: ({ scope, ...at }) =>
    requestTokens("online", at, { grant_type: "client_credentials", ...(scope && { scope }) }),
  apply: (model, { clientId, clientSecret, subject, scope }, answer) => {
    const client = model.clientOf(clientId);
    const grant = isOrganization(subject) ? null : model.grantOf(clientId, subject);
    if (subject !== client.home && !grant?.live) return "unauthorized_client";
    const available = grant
      ? grant.scopes.filter((each) => client.scopes.includes(each))
      : client.scopes.filter(isOrganization);
    const scopes = available.filter((each) => scope === null || each === scope);
    if (scopes.length === 0) return "invalid_scope";
    const issued = { clientId, subject, scopes, grantEpoch: grant?.epoch ?? null, code: null };
    return addAccessToken(model, answer, { ...issued, secret: clientSecret });
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
    const token = find(model.access, value);
    if (!token) return "invalid_token";
    const dead = model.whyDead(token) ?? (isOrganization(token.subject) && "not for a company");
    if (dead) return `invalid_token: ${dead}`;
    const may = model.effectiveScopes(token).some((scope) => PRODUCT_SCOPES.includes(scope));
    return may ? "ok" : "insufficient_scope";
  },
});

function chooseToken(model: Model, pick: Pick) {
  const lists: (readonly Issued[])[] = [model.access, model.access, model.refresh];
  const { value, clientId } = pick.recent(pick(lists.filter(({ length }) => length > 0)));
  const requested = pick([clientId, clientId, pick(model.clients).id]);
  return { ...chooseCredentials(model, pick, requested), value };
}

/** A client introspects a token, its own or another's. */
const introspectKind = defineForClient({
  ...{ name: "introspect", weight: 8, choose: chooseToken },
  send: async ({ value, ...client }) => {
    const { body } = await introspect(client, value, fromElsewhere());
    const result = body.active ? "active" : "inactive";
    return outcome(String(body.error ?? result), { scope: String(body.scope ?? "") });
  },
  apply: (model, { clientId, value }, { values }) => {
    const access = find(model.access, value);
    const refresh = find(model.refresh, value);
    const token = access ?? refresh;
    if (token?.clientId !== clientId || !model.grantStands(token)) return "inactive";
    if (access && model.whyDead(access)) return "inactive";
    if (refresh?.revoked || refresh?.expired) return "inactive";
    if (refresh?.superseded === "past grace") return "inactive";
    return withScopes("active", values, model.effectiveScopes(token));
  },
});

/** A client revokes a token. */
const revokeKind = defineForClient({
  ...{ name: "revoke", weight: 2, choose: chooseToken },
  send: async ({ value, ...client }) => {
    const { status, body } = await revoke(client, value, fromElsewhere());
    return outcome(status === 200 ? "ok" : String(body.error));
  },
  apply: (model, { clientId, value }) => {
    const access = find(model.access, value);
    const refresh = find(model.refresh, value);
    if (access?.clientId === clientId) access.revoked = true;
    if (refresh?.clientId === clientId) model.revokeFamily(refresh.code);
    return "ok";
  },
});

export const tokenKinds = [
  ...[redeemKind, refreshKind, clientCredentialsKind, callKind, introspectKind, revokeKind],
];
