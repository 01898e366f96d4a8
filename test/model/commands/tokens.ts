import { offlineTokenEndpoint, onlineTokenEndpoint } from "@/lib/protocol/tokens/token-endpoint";
import {
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
  whyUnknown,
} from "@/test/model/model";
import { defineKind } from "@/test/model/step";
import {
  type Credentials,
  chooseCredentials,
  chooseSubject,
  postAs,
  readTokens,
  saysScopes,
} from "./credentials";

type Redemption = Credentials & { code: string; kind: "online" | "offline"; subject: Subject };

/** A client exchanges a code for the first or second time, or once too often. */
export const redeemKind = defineKind<Redemption>({
  name: "redeem",
  weight: 10,
  choose: (model, pick) => {
    const kind = pick(["online", "offline"] as const) ?? "online";
    const fresh = model.codes.filter((each) => isRedeemable(model, each, kind) && !each.used[kind]);
    const code = pick.mostly(fresh, model.codes);
    const credentials = code && chooseCredentials(model, pick, code.clientId);
    if (!code || !credentials) return null;
    return {
      ...credentials,
      code: code.value,
      kind,
      subject: chooseSubject(model, pick, code.subject),
    };
  },
  send: async ({ code, kind, subject, ...credentials }) => {
    const endpoint = kind === "online" ? onlineTokenEndpoint : offlineTokenEndpoint;
    const path = `${subject}/oauth/${kind === "online" ? "token" : "offline-token"}`;
    const fields = { grant_type: "authorization_code", code };
    return readTokens(await postAs(credentials, endpoint, path, fields));
  },
  apply: (model, request, outcome) => {
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
    if (!saysScopes(outcome, scopes)) return `ok with the scopes ${scopes.join(" ")}`;
    const issued = { clientId, subject, scopes, grantEpoch: code.grantEpoch };
    model.access.push({
      ...{ ...issued, kind, code: code.value, value: outcome.values.access_token ?? "" },
      userId: kind === "online" ? code.userId : null,
      cookie: kind === "online" ? code.cookie : null,
      ...{ secretId: null, clientEpoch: clientOf(model, clientId).epoch },
      ...{ revoked: false, expired: false },
    });
    if (kind === "offline") {
      model.refresh.push({
        ...{ ...issued, code: code.value, used: false, superseded: "no" },
        ...{ value: outcome.values.refresh_token ?? "", revoked: false, expired: false },
      });
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
export const refreshKind = defineKind<Refresh>({
  name: "refresh",
  weight: 10,
  choose: (model, pick) => {
    const fresh = model.refresh.filter((each) => !each.revoked && grantStands(model, each));
    const token = pick.mostly(fresh, model.refresh);
    const credentials = token && chooseCredentials(model, pick, token.clientId);
    if (!token || !credentials) return null;
    const scope = pick([null, null, null, null, token.scopes[0] ?? null, "company/invoices/read"]);
    const subject = chooseSubject(model, pick, token.subject);
    return { ...credentials, token: token.value, subject, scope: scope ?? null };
  },
  send: async ({ token, subject, scope, ...credentials }) => {
    const fields = { grant_type: "refresh_token", refresh_token: token, ...(scope && { scope }) };
    return readTokens(
      await postAs(credentials, offlineTokenEndpoint, `${subject}/oauth/token`, fields),
    );
  },
  apply: (model, { clientId, secret, subject, scope, ...request }, outcome) => {
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
    if (!saysScopes(outcome, scopes)) return `ok with the scopes ${scopes.join(" ")}`;
    const client = clientOf(model, clientId);
    model.access.push({
      ...{ clientId, subject, scopes, grantEpoch: token.grantEpoch, kind: "offline" },
      ...{ code: token.code, userId: null, cookie: null, secretId: null },
      ...{ clientEpoch: client.epoch, revoked: false, expired: false },
      value: outcome.values.access_token ?? "",
    });
    if (client.rotates) {
      const family = model.refresh.filter(({ code }) => code === token.code);
      for (const each of token.used ? [] : family) {
        if (each !== token && each.superseded === "no") each.superseded = "in grace";
      }
      const value = outcome.values.refresh_token ?? "";
      if (model.refresh.some((each) => each.value === value)) return "ok with a new refresh token";
      model.refresh.push({ ...token, value, used: false, superseded: "no" });
    } else if (outcome.values.refresh_token !== token.value)
      return "ok with the same refresh token";
    token.used = true;
    return "ok";
  },
});

type OwnTokenRequest = Credentials & { subject: Subject; scope: string | null };

/** A client requests its own token, for its organization or for a company that installed it. */
export const clientCredentialsKind = defineKind<OwnTokenRequest>({
  name: "client_credentials",
  weight: 6,
  choose: (model, pick) => {
    const clientsWithPermissions = model.clients.filter(
      ({ scopes }) => permissionsOf(scopes).length > 0,
    );
    const credentials = chooseCredentials(
      model,
      pick,
      pick.mostly(clientsWithPermissions, model.clients)?.id,
    );
    const client = model.clients.find(({ id }) => id === credentials?.clientId);
    const home = `organization/${client?.organizationId}`;
    const subject = pick([home, home, pick(Object.keys(model.members)) ?? home]);
    const scope = pick([
      null,
      null,
      null,
      client?.scopes[0] ?? null,
      "organization/settings/write",
    ]);
    if (!credentials || !subject) return null;
    return { ...credentials, subject, scope: scope ?? null };
  },
  send: async ({ subject, scope, ...credentials }) => {
    const fields = { grant_type: "client_credentials", ...(scope && { scope }) };
    return readTokens(
      await postAs(credentials, onlineTokenEndpoint, `${subject}/oauth/token`, fields),
    );
  },
  apply: (model, { clientId, secret, subject, scope }, outcome) => {
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
    if (!saysScopes(outcome, scopes)) return `ok with the scopes ${scopes.join(" ")}`;
    const secretId = client.secrets.find(({ value }) => value === secret)?.id ?? null;
    model.access.push({
      ...{ clientId, subject, scopes, grantEpoch: isCompany ? (grant?.epoch ?? null) : null },
      ...{ kind: "client_credentials", code: null, userId: null, cookie: null, secretId },
      ...{ clientEpoch: client.epoch, revoked: false, expired: false },
      value: outcome.values.access_token ?? "",
    });
    return "ok";
  },
});
