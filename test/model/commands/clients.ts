import { createClient } from "@/lib/clients/create-client";
import { deleteClient } from "@/lib/clients/delete-client";
import { patchClient } from "@/lib/clients/patch-client";
import { restoreClient } from "@/lib/clients/restore-client";
import { revokeSecret } from "@/lib/clients/secrets/revoke-secret";
import { rotateSecret } from "@/lib/clients/secrets/rotate-secret";
import type { Operation } from "@/lib/operation/operation";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import {
  actorMay,
  type Client,
  clientOf,
  effectiveScopes,
  endGrant,
  isSecretLive,
  isSignedIn,
  liveSessions,
  type Model,
  mayAll,
  permissionsOf,
  personMay,
  personOf,
  roleIn,
  type Secret,
  whyDead,
} from "@/test/model/model";
import { defineKind, type Outcome, outcome, type Pick } from "@/test/model/step";
import { callRoute, type RouteCall } from "@/test/requests/call-route";
import { fieldAt } from "@/test/requests/read-json";

/** The caller of the management API: a browser with a session or a client with a token. */
export type As = { cookie: string } | { token: string };

/** Scopes that a client may get; the last four carry permissions. */
const SCOPES = [
  ...["company/products/read", "company/orders/read", "organization/clients/read"],
  ...["organization/clients/write", "organization/members/write", "organization/settings/write"],
] as const;

/** The response to a registration contains the first secret but not its id. */
export const UNKNOWN_ID = "first secret";

/** The most clients, and secrets of one client: growing lists slow the run down. */
const MOST_CLIENTS = 6;
const MOST_SECRETS = 9;

/** A member of the organization more often than a stranger, and sometimes a token. */
export function chooseCaller(model: Model, pick: Pick, organizationId: string): As {
  const subject = `organization/${organizationId}`;
  const tokens = model.access.filter((each) => each.subject === subject);
  if (tokens.length > 0 && pick([false, false, true])) return { token: pick.recent(tokens).value };
  const members = liveSessions(model).filter(({ userId }) => roleIn(model, subject, userId));
  return { cookie: pick.mostly(members, model.sessions).cookie };
}

/** Calls an operation of the management API. */
export async function callManagement(
  operation: Operation,
  { as, ...call }: Omit<RouteCall, "as"> & { as: As },
  read: (body: Record<string, unknown>) => Record<string, unknown> = () => ({}),
): Promise<Outcome> {
  const caller = "token" in as ? as.token : { userId: "", email: "", cookie: as.cookie };
  const { status, body } = await callRoute(operation, { ...call, as: caller });
  if (status >= 400) return outcome(String(body.error));
  const values = Object.entries(read(body)).map(([name, value]) => [name, String(value)]);
  return outcome("ok", Object.fromEntries(values));
}

const tokenOf = (model: Model, value: string) => model.access.find((each) => each.value === value);

/** What the API checks for every caller first: authentication, membership, and permission. */
export function whyDenied(
  model: Model,
  as: As,
  organizationId: string,
  permission: string,
): string | null {
  const subject = `organization/${organizationId}`;
  if ("token" in as) {
    const token = tokenOf(model, as.token);
    const isChecked = model.checkedTokens.includes(as.token);
    if (!token || (whyDead(model, token) && !isChecked)) return "invalid_token";
    if (token.subject !== subject) return "not_found";
  } else {
    if (!isSignedIn(model, as.cookie)) return "unauthenticated";
    if (!roleIn(model, subject, personOf(model, as.cookie))) return "not_found";
  }
  return whyForbidden(model, as, organizationId, [permission]);
}

/**
 * Why a caller may not do what requires these permissions: the token lacks a scope, or the role
 * lacks the permission.
 */
export function whyForbidden(
  model: Model,
  as: As,
  organizationId: string,
  needed: readonly string[],
): "forbidden" | "insufficient_scope" | null {
  const { may } = actorOf(model, as, organizationId);
  const missing = needed.find((permission) => !may.includes(permission));
  if (missing === undefined) return null;
  const lacks = "token" in as && !tokenGives(model, as.token).includes(missing);
  return lacks ? "insufficient_scope" : "forbidden";
}

function tokenGives(model: Model, value: string): string[] {
  const token = tokenOf(model, value);
  return token ? permissionsOf(effectiveScopes(model, token)) : [];
}

/** The names under which secrets record that the caller has seen them, and the caller's permissions. */
export function actorOf(
  model: Model,
  as: As,
  organizationId: string,
): { names: string[]; may: readonly string[] } {
  if ("cookie" in as) {
    const userId = personOf(model, as.cookie);
    return { names: [`user:${userId}`], may: personMay(model, organizationId, userId) };
  }
  const token = tokenOf(model, as.token);
  if (!token) return { names: [], may: [] };
  const gives = tokenGives(model, as.token);
  const client = `client:${token.clientId}`;
  if (token.userId === null) return { names: [client], may: gives };
  const person = personMay(model, organizationId, token.userId);
  const may = gives.filter((each) => person.includes(each));
  return { names: [`user:${token.userId}`, client], may };
}

/** A client's live secrets that were seen by someone who lacks a permission of its future scopes. */
function keepFromHolders(model: Model, client: Client, scopes: readonly string[]): Secret[] {
  const mayNot = (holder: string) =>
    !mayAll(actorMay(model, client.organizationId, holder), scopes);
  return client.secrets.filter((secret) => isSecretLive(secret) && secret.holders.some(mayNot));
}

/** Live secrets that an actor has seen, of clients with more permissions than the actor keeps. */
export function takeBeyond(
  model: Model,
  organizationId: string,
  actor: string,
  left: readonly string[],
): Secret[] {
  return model.clients
    .filter((client) => client.organizationId === organizationId && actor !== `client:${client.id}`)
    .filter(({ scopes }) => !mayAll(left, scopes))
    .flatMap(({ secrets }) => secrets)
    .filter((secret) => isSecretLive(secret) && secret.holders.includes(actor));
}

type OnClient = { as: As; clientId: string; organizationId: string };

/** An operation on a client: what differs between them. */
type ClientCommand<More> = {
  name: string;
  weight: number;
  operation: Operation;
  /** The client to act on, unless any. */
  among?: (model: Model, pick: Pick) => Client;
  decide?: (client: Client, pick: Pick) => More;
  call?: (more: More) => Partial<Omit<RouteCall, "as">>;
  read?: Parameters<typeof callManagement>[2];
  /** The permissions, as scopes, that it needs beyond managing clients. */
  needs?: (client: Client, more: More) => readonly string[];
  /** Whether it acts on deleted clients. */
  onDeleted?: true;
  apply: (model: Model, client: Client, more: OnClient & More, outcome: Outcome) => string;
};

function defineOnClient<More extends object = object>(command: ClientCommand<More>) {
  const { name, weight, operation, among, decide, call, read, needs, onDeleted } = command;
  return defineKind<OnClient & More>({
    ...{ name, weight },
    choose: (model, pick) => {
      const client = among?.(model, pick) ?? pick(model.clients);
      const { id: clientId, organizationId } = client;
      const as = chooseCaller(model, pick, organizationId);
      const more = decide?.(client, pick) ?? ({} as More);
      return { as, clientId, organizationId, ...more };
    },
    send: (request) => {
      const { as, clientId, organizationId } = request;
      const { params, ...more } = call?.(request) ?? {};
      const path = { organization_id: organizationId, client_id: clientId, ...params };
      return callManagement(operation, { as, params: path, ...more }, read);
    },
    apply: (model, request, answer) => {
      const { as, clientId, organizationId } = request;
      const denial = whyDenied(model, as, organizationId, "clients:write");
      if (denial) return denial;
      const client = clientOf(model, clientId);
      if (client.deleted && !onDeleted) return "not_found";
      const needed = permissionsOf(needs?.(client, request) ?? []);
      const lack = whyForbidden(model, as, organizationId, needed);
      return lack ?? command.apply(model, client, request, answer);
    },
  });
}

type Change = {
  scopes?: string[];
  is_active?: boolean;
  refresh_rotation?: "none" | "confirm_on_use";
};

/** Someone changes scopes, activity, or rotation of a client. */
const patchKind = defineOnClient<{ change: Change; revokeSecrets: boolean }>({
  ...{ name: "change a client", weight: 6, operation: patchClient },
  decide: ({ active, scopes }, pick) => {
    const scope = pick(SCOPES);
    const others = scopes.filter((each) => each !== scope);
    const toggled = others.length < scopes.length ? others : [...scopes, scope];
    const change = pick<Change>([
      { scopes: toggled },
      { scopes: toggled },
      { refresh_rotation: pick(["none", "confirm_on_use"] as const) },
      { is_active: !active || pick([true, false]) },
    ]);
    return { change, revokeSecrets: pick([true, false]) };
  },
  call: ({ change, revokeSecrets }) => ({
    body: {
      ...change,
      ...(change.scopes && { scopes: { permissions: change.scopes } }),
      ...(revokeSecrets && { revoke_secrets: true }),
    },
  }),
  needs: (client, { change }) =>
    change.is_active === false ? [] : [...client.scopes, ...(change.scopes ?? client.scopes)],
  apply: (model, client, { change, revokeSecrets }) => {
    const scopes = change.scopes ?? client.scopes;
    const has = permissionsOf(client.scopes);
    const gets = permissionsOf(scopes);
    const affected = new Set([
      ...(gets.some((each) => !has.includes(each)) ? keepFromHolders(model, client, scopes) : []),
      ...(has.some((each) => !gets.includes(each))
        ? takeBeyond(model, client.organizationId, `client:${client.id}`, gets)
        : []),
    ]);
    if (affected.size > 0 && !revokeSecrets) return "conflict";
    for (const secret of affected) secret.revoked = true;
    client.scopes = scopes;
    for (const grant of liveGrantsOf(model, client)) {
      grant.scopes = grant.scopes.filter((scope) => scopes.includes(scope));
    }
    if (change.refresh_rotation) client.rotates = change.refresh_rotation === "confirm_on_use";
    if (change.is_active !== undefined) setActive(client, change.is_active);
    return "ok";
  },
});

function liveGrantsOf(model: Model, { id }: Client) {
  return Object.entries(model.grants).flatMap(([key, grant]) =>
    key.startsWith(`${id} `) && grant.live ? [grant] : [],
  );
}

function setActive(client: Client, active: boolean): void {
  if (client.active && !active) client.epoch += 1;
  client.active = active;
}

const newSecret = (id: string, value: string, holders: string[]): Secret => ({
  ...{ id, value, revoked: false, overlap: "none", holders },
});

/** Someone registers a client. */
const createKind = defineKind<{ as: As; organizationId: string; scopes: string[] }>({
  ...{ name: "register a client", weight: 1 },
  choose: (model, pick) => {
    const { organizationId } = pick(model.clients.length < MOST_CLIENTS ? model.clients : []);
    const as = chooseCaller(model, pick, organizationId);
    return { as, organizationId, scopes: [...new Set([SCOPES[0], pick(SCOPES)])] };
  },
  send: ({ as, organizationId, scopes }) => {
    const body = {
      ...{ meta: { name: "Modelled" }, redirect_urls: [REDIRECT_URI] },
      scopes: { permissions: scopes },
      grants: ["authorization_code", "refresh_token", "client_credentials"],
    };
    const params = { organization_id: organizationId };
    return callManagement(createClient, { as, params, body }, (answer) => ({
      ...{ id: fieldAt(answer, "client_id"), secret: fieldAt(answer, "secret.0") },
    }));
  },
  apply: (model, { as, organizationId, scopes }, { values }) => {
    const denial =
      whyDenied(model, as, organizationId, "clients:write") ??
      whyForbidden(model, as, organizationId, permissionsOf(scopes));
    if (denial) return denial;
    const { id, secret } = values;
    if (!id || !secret) return "ok with id and secret";
    const { names } = actorOf(model, as, organizationId);
    model.clients.push({
      ...{ id, organizationId, scopes, active: true, deleted: false, rotates: false, epoch: 1 },
      secrets: [newSecret(`${UNKNOWN_ID} of ${id}`, secret, names)],
    });
    return "ok";
  },
});

/** Someone creates a new secret; the others end at once or a day later. */
const rotateKind = defineOnClient<{ overlap: number }>({
  ...{ name: "rotate a secret", weight: 3, operation: rotateSecret },
  among: (model, pick) => {
    const client = pick(model.clients);
    return pick(client.secrets.length < MOST_SECRETS ? [client] : []);
  },
  decide: (_client, pick) => ({ overlap: pick([0, 86_400]) }),
  call: ({ overlap }) => ({ body: { overlap_seconds: overlap } }),
  read: (body) => ({ id: fieldAt(body, "id"), secret: fieldAt(body, "secret") }),
  needs: ({ scopes }) => scopes,
  apply: (model, client, { as, overlap }, { values }) => {
    if (!values.id || !values.secret) return "ok with id and secret";
    for (const secret of client.secrets.filter(isSecretLive)) {
      if (overlap === 0) secret.overlap = "over";
      else if (secret.overlap === "none") secret.overlap = "running";
    }
    const { names } = actorOf(model, as, client.organizationId);
    client.secrets.push(newSecret(values.id, values.secret, names));
    return "ok";
  },
});

/** Someone revokes a secret. */
const revokeSecretKind = defineOnClient<{ secretId: string }>({
  ...{ name: "revoke a secret", weight: 2, operation: revokeSecret },
  decide: ({ secrets }, pick) => ({
    secretId: pick(secrets.filter(({ id }) => !id.startsWith(UNKNOWN_ID))).id,
  }),
  call: ({ secretId }) => ({ params: { secret_id: secretId } }),
  apply: (_model, client, { secretId }) => {
    const live = client.secrets.filter(isSecretLive);
    const secret = live.find(({ id }) => id === secretId);
    if (!secret) return "not_found";
    if (live.length === 1) return "conflict";
    secret.revoked = true;
    return "ok";
  },
});

/** Someone deletes a client. */
const deleteKind = defineOnClient({
  ...{ name: "delete a client", weight: 1, operation: deleteClient },
  call: () => ({ query: { secrets: "masked" } }),
  apply: (model, client) => {
    for (const organizationId of new Set(model.clients.map((each) => each.organizationId))) {
      const seen = takeBeyond(model, organizationId, `client:${client.id}`, []);
      for (const secret of seen) secret.revoked = true;
    }
    client.deleted = true;
    setActive(client, false);
    for (const grant of liveGrantsOf(model, client)) endGrant(grant);
    return "ok";
  },
});

/** Someone restores a client. */
const restoreKind = defineOnClient({
  ...{ name: "restore a client", weight: 3, operation: restoreClient, onDeleted: true },
  among: (model, pick) =>
    pick.mostly(
      model.clients.filter((each) => each.deleted),
      model.clients,
    ),
  needs: ({ scopes }) => scopes,
  apply: (_model, client) => {
    if (!client.deleted) return "conflict";
    client.deleted = false;
    return "ok";
  },
});

export const clientKinds = [
  ...[patchKind, createKind, rotateKind, revokeSecretKind, deleteKind, restoreKind],
];
