import { listClients } from "@/lib/clients/list-clients";
import { PRODUCT_SCOPES } from "@/lib/protocol/scopes/product-scopes";
import { introspectEndpoint } from "@/lib/protocol/tokens/introspect-endpoint";
import { revokeEndpoint } from "@/lib/protocol/tokens/revoke-endpoint";
import {
  clientOf,
  effectiveScopes,
  grantStands,
  type Model,
  revokeFamily,
  whyDead,
  whyUnknown,
} from "@/test/model/model";
import { defineKind, type Pick } from "@/test/model/step";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";
import { whyForbidden } from "./caller";
import { type Credentials, chooseCredentials, postAs, saysScopes } from "./credentials";

type About = Credentials & { token: string };

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
  name: "call",
  weight: 12,
  choose: (model, pick) => pick(model.access)?.value ?? null,
  send: async (token) => {
    const { status, body } = await callProducts(token);
    if (status === 200) return { result: "ok", values: {} };
    const reason = REASONS.find(([words]) => words.test(String(body.error_description)))?.[1];
    return { result: `${body.error}${reason ? `: ${reason}` : ""}`, values: {} };
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
export const manageKind = defineKind<{ token: string; organizationId: string }>({
  name: "manage",
  weight: 5,
  choose: (model, pick) => {
    const organizationTokens = model.access.filter(({ subject }) =>
      subject.startsWith("organization/"),
    );
    const token = pick(pick([organizationTokens, organizationTokens, model.access]) ?? []);
    const organizationId = pick(model.clients)?.organizationId;
    return token && organizationId ? { token: token.value, organizationId } : null;
  },
  send: async ({ token, organizationId }) => {
    const call = { params: { organization_id: organizationId }, as: token };
    const { status, body } = await callRoute(listClients, call);
    return { result: status === 200 ? "ok" : String(body.error), values: {} };
  },
  apply: (model, { token: value, organizationId }) => {
    const token = model.access.find((each) => each.value === value);
    if (!token?.subject.startsWith("organization/")) return "invalid_token";
    if (whyDead(model, token)) return "invalid_token";
    if (token.subject !== `organization/${organizationId}`) return "not_found";
    return whyForbidden(model, { token: value }, organizationId, ["clients:read"]) ?? "ok";
  },
});

/** A client introspects a token, its own or another's. */
export const introspectKind = defineKind<About>({
  name: "introspect",
  weight: 8,
  choose: (model, pick) => chooseToken(model, pick),
  send: async ({ token, ...credentials }) => {
    const { status, body } = await postAs(credentials, introspectEndpoint, "oauth/introspect", {
      token,
    });
    const values = { scope: String(body.scope ?? "") };
    if (status !== 200) return { result: String(body.error), values };
    return { result: body.active === true ? "active" : "inactive", values };
  },
  apply: (model, { clientId, secret, token: value }, outcome) => {
    const unknown = whyUnknown(model, { clientId, secret });
    if (unknown) return unknown;
    const access = model.access.find((each) => each.value === value);
    const refresh = model.refresh.find((each) => each.value === value);
    const token = access ?? refresh;
    if (!token || token.clientId !== clientId) return "inactive";
    if (access && whyDead(model, access)) return "inactive";
    if (refresh && isRefreshDead(model, value)) return "inactive";
    const scopes = effectiveScopes(model, token);
    return saysScopes(outcome, scopes) ? "active" : `active with the scopes ${scopes.join(" ")}`;
  },
});

function isRefreshDead(model: Model, value: string): boolean {
  const token = model.refresh.find((each) => each.value === value);
  if (!token) return true;
  const client = clientOf(model, token.clientId);
  if (!client.active || client.deleted) return true;
  if (token.superseded === "past grace") return true;
  return token.revoked || token.expired || !grantStands(model, token);
}

/** A client revokes a token. */
export const revokeKind = defineKind<About>({
  name: "revoke",
  weight: 2,
  choose: (model, pick) => chooseToken(model, pick),
  send: async ({ token, ...credentials }) => {
    const { status, body } = await postAs(credentials, revokeEndpoint, "oauth/revoke", { token });
    return { result: status === 200 ? "ok" : String(body.error), values: {} };
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

function chooseToken(model: Model, pick: Pick): About | null {
  const { access, refresh } = model;
  const token = pick([pick.recent(access), pick.recent(access), pick.recent(refresh)]);
  const asker = pick([token?.clientId, token?.clientId, pick(model.clients)?.id]);
  const credentials = token && chooseCredentials(model, pick, asker);
  return credentials ? { ...credentials, token: token.value } : null;
}
