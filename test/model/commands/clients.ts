import { createClient } from "@/lib/clients/create-client";
import { deleteClient } from "@/lib/clients/delete-client";
import { patchClient } from "@/lib/clients/patch-client";
import { restoreClient } from "@/lib/clients/restore-client";
import { revokeSecret } from "@/lib/clients/secrets/revoke-secret";
import { rotateSecret } from "@/lib/clients/secrets/rotate-secret";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { type Client, clientOf, isSecretLive, type Model, permissionsOf } from "@/test/model/model";
import { defineKind, type Pick } from "@/test/model/step";
import { fieldAt } from "@/test/requests/read-json";
import {
  type As,
  actorOf,
  asks,
  callManagement,
  chooseCaller,
  type Denial,
  whyForbidden,
} from "./caller";
import { keepFromHolders, takeBeyond } from "./holders";

/** Scopes that a client may get; the last four carry permissions. */
export const SCOPES = [
  "company/products/read",
  "company/orders/read",
  "organization/clients/read",
  "organization/clients/write",
  "organization/members/write",
  "organization/settings/write",
] as const;

/** The response to a registration contains the first secret but not its id. */
export const UNKNOWN_ID = "first secret";

/** The most clients, and secrets of one client: growing lists slow the run down. */
const MOST_CLIENTS = 6;
const MOST_SECRETS = 9;

type OnClient = { as: As; clientId: string };
type Patched = OnClient & {
  change: { scopes?: string[]; is_active?: boolean; refresh_rotation?: "none" | "confirm_on_use" };
  revokeSecrets: boolean;
};

function chooseClient(model: Model, pick: Pick): OnClient | null {
  const client = pick(model.clients);
  const as = client && chooseCaller(model, pick, client.organizationId);
  return client && as ? { as, clientId: client.id } : null;
}

const pathOf = (model: { organizationId: string }, clientId: string) => ({
  organization_id: model.organizationId,
  client_id: clientId,
});

/** What every operation on a client checks first. */
function mayWrite(model: Model, { as, clientId }: OnClient): Denial | null {
  const { organizationId } = clientOf(model, clientId);
  return asks(model, as, organizationId, "clients:write");
}

function lacksAuthority(model: Model, { as, clientId }: OnClient, scopes: readonly string[]) {
  const { organizationId } = clientOf(model, clientId);
  return whyForbidden(model, as, organizationId, permissionsOf(scopes));
}

/** Someone changes scopes, activity, or rotation of a client. */
export const patchKind = defineKind<Patched & { organizationId: string }>({
  name: "change a client",
  weight: 6,
  choose: (model, pick) => {
    const on = chooseClient(model, pick);
    if (!on) return null;
    const { active, scopes, organizationId } = clientOf(model, on.clientId);
    const scope = pick(SCOPES) ?? SCOPES[0];
    const toggled = scopes.includes(scope)
      ? scopes.filter((each) => each !== scope)
      : [...scopes, scope];
    const change = pick<Patched["change"]>([
      { scopes: toggled },
      { scopes: toggled },
      { refresh_rotation: pick(["none", "confirm_on_use"] as const) ?? "none" },
      { is_active: !active || (pick([true, false]) ?? true) },
    ]);
    const revokeSecrets = pick([true, false]) ?? false;
    return change ? { ...on, organizationId, change, revokeSecrets } : null;
  },
  send: ({ as, clientId, organizationId, change, revokeSecrets }) =>
    callManagement(patchClient, {
      as,
      params: pathOf({ organizationId }, clientId),
      body: {
        ...change,
        ...(change.scopes && { scopes: { permissions: change.scopes } }),
        ...(revokeSecrets && { revoke_secrets: true }),
      },
    }),
  apply: (model, request) => {
    const { clientId, change, revokeSecrets } = request;
    const denial = mayWrite(model, request);
    if (denial) return denial;
    const client = clientOf(model, clientId);
    if (client.deleted) return "not_found";
    const scopes = change.scopes ?? client.scopes;
    const onlyStops = change.is_active === false;
    const needed = [...client.scopes, ...scopes];
    const lack = onlyStops ? null : lacksAuthority(model, request, needed);
    if (lack) return lack;
    const has = permissionsOf(client.scopes);
    const gets = permissionsOf(scopes);
    const affected = new Set([
      ...(gets.some((each) => !has.includes(each)) ? keepFromHolders(model, client, scopes) : []),
      ...(has.some((each) => !gets.includes(each))
        ? takeBeyond(model, client.organizationId, `client:${clientId}`, gets)
        : []),
    ]);
    if (affected.size > 0 && !revokeSecrets) return "conflict";
    for (const secret of affected) secret.revoked = true;
    client.scopes = scopes;
    for (const [key, grant] of Object.entries(model.grants)) {
      if (!key.startsWith(`${client.id} `) || !grant.live) continue;
      grant.scopes = grant.scopes.filter((scope) => scopes.includes(scope));
    }
    if (change.refresh_rotation) client.rotates = change.refresh_rotation === "confirm_on_use";
    if (change.is_active !== undefined) setActive(client, change.is_active);
    return "ok";
  },
});

function setActive(client: Client, active: boolean): void {
  if (client.active && !active) client.epoch += 1;
  client.active = active;
}

type NewClient = { as: As; organizationId: string; scopes: string[] };

/** Someone registers a client. */
export const createKind = defineKind<NewClient>({
  name: "register a client",
  weight: 1,
  choose: (model, pick) => {
    if (model.clients.length >= MOST_CLIENTS) return null;
    const organizationId = pick(model.clients)?.organizationId ?? "";
    const as = chooseCaller(model, pick, organizationId);
    const scopes = [...new Set([SCOPES[0], pick(SCOPES) ?? SCOPES[0]])];
    return as && { as, organizationId, scopes };
  },
  send: async ({ as, organizationId, scopes }) =>
    callManagement(
      createClient,
      {
        as,
        params: { organization_id: organizationId },
        body: {
          meta: { name: "Modelled" },
          redirect_urls: [REDIRECT_URI],
          scopes: { permissions: scopes },
          grants: ["authorization_code", "refresh_token", "client_credentials"],
        },
      },
      (body) => ({ id: fieldAt(body, "client_id"), secret: fieldAt(body, "secret.0") }),
    ),
  apply: (model, { as, organizationId, scopes }, { values }) => {
    const denial = asks(model, as, organizationId, "clients:write");
    if (denial) return denial;
    const caller = actorOf(model, as, organizationId);
    const lack = whyForbidden(model, as, organizationId, permissionsOf(scopes));
    if (lack) return lack;
    if (!values.id || !values.secret) return "ok with id and secret";
    model.clients.push({
      ...{ id: values.id, organizationId, scopes, active: true, deleted: false },
      ...{ rotates: false, epoch: 1 },
      secrets: [newSecret(`${UNKNOWN_ID} of ${values.id}`, values.secret, caller.names)],
    });
    return "ok";
  },
});

function newSecret(id: string, value: string, holders: string[]) {
  return { id, value, revoked: false, overlap: "none" as const, holders };
}

/** Someone creates a new secret; the others end at once or a day later. */
export const rotateKind = defineKind<OnClient & { organizationId: string; overlap: number }>({
  name: "rotate a secret",
  weight: 3,
  choose: (model, pick) => {
    const on = chooseClient(model, pick);
    const client = on && clientOf(model, on.clientId);
    const overlap = pick([0, 86_400]);
    if (!on || !client || overlap === undefined || client.secrets.length >= MOST_SECRETS)
      return null;
    return { ...on, organizationId: client.organizationId, overlap };
  },
  send: ({ as, clientId, organizationId, overlap }) =>
    callManagement(
      rotateSecret,
      {
        as,
        params: pathOf({ organizationId }, clientId),
        body: { overlap_seconds: overlap },
      },
      (body) => ({ id: fieldAt(body, "id"), secret: fieldAt(body, "secret") }),
    ),
  apply: (model, request, { values }) => {
    const denial = mayWrite(model, request);
    if (denial) return denial;
    const client = clientOf(model, request.clientId);
    if (client.deleted) return "not_found";
    const lack = lacksAuthority(model, request, client.scopes);
    if (lack) return lack;
    if (!values.id || !values.secret) return "ok with id and secret";
    for (const secret of client.secrets.filter(isSecretLive)) {
      if (request.overlap === 0) secret.overlap = "over";
      else if (secret.overlap === "none") secret.overlap = "running";
    }
    const { names } = actorOf(model, request.as, client.organizationId);
    client.secrets.push(newSecret(values.id, values.secret, names));
    return "ok";
  },
});

/** Someone revokes a secret. */
export const revokeSecretKind = defineKind<OnClient & { organizationId: string; secretId: string }>(
  {
    name: "revoke a secret",
    weight: 2,
    choose: (model, pick) => {
      const on = chooseClient(model, pick);
      const client = on && clientOf(model, on.clientId);
      const secret = client && pick(client.secrets.filter(({ id }) => !id.startsWith(UNKNOWN_ID)));
      if (!on || !client || !secret) return null;
      return { ...on, organizationId: client.organizationId, secretId: secret.id };
    },
    send: ({ as, clientId, organizationId, secretId }) =>
      callManagement(revokeSecret, {
        as,
        params: { ...pathOf({ organizationId }, clientId), secret_id: secretId },
      }),
    apply: (model, request) => {
      const denial = mayWrite(model, request);
      if (denial) return denial;
      const client = clientOf(model, request.clientId);
      if (client.deleted) return "not_found";
      const live = client.secrets.filter(isSecretLive);
      const secret = live.find(({ id }) => id === request.secretId);
      if (!secret) return "not_found";
      if (live.length === 1) return "conflict";
      secret.revoked = true;
      return "ok";
    },
  },
);

/** Someone deletes or restores a client. */
export const deleteKind = defineKind<OnClient & { organizationId: string }>({
  name: "delete a client",
  weight: 1,
  choose: (model, pick) => {
    const on = chooseClient(model, pick);
    return on && { ...on, organizationId: clientOf(model, on.clientId).organizationId };
  },
  send: ({ as, clientId, organizationId }) =>
    callManagement(deleteClient, {
      as,
      params: pathOf({ organizationId }, clientId),
      query: { secrets: "masked" },
    }),
  apply: (model, request) => {
    const denial = mayWrite(model, request);
    if (denial) return denial;
    const client = clientOf(model, request.clientId);
    if (client.deleted) return "not_found";
    for (const organizationId of new Set(model.clients.map((each) => each.organizationId))) {
      const seen = takeBeyond(model, organizationId, `client:${client.id}`, []);
      for (const secret of seen) secret.revoked = true;
    }
    client.deleted = true;
    setActive(client, false);
    for (const [key, grant] of Object.entries(model.grants)) {
      if (key.startsWith(`${client.id} `) && grant.live) endGrant(grant);
    }
    return "ok";
  },
});

export function endGrant(grant: { live: boolean; epoch: number }): void {
  grant.live = false;
  grant.epoch += 1;
}

export const restoreKind = defineKind<OnClient & { organizationId: string }>({
  name: "restore a client",
  weight: 3,
  choose: (model, pick) => {
    const deleted = model.clients.filter((each) => each.deleted);
    const client = pick.mostly(deleted, model.clients);
    const as = client && chooseCaller(model, pick, client.organizationId);
    return client && as ? { as, clientId: client.id, organizationId: client.organizationId } : null;
  },
  send: ({ as, clientId, organizationId }) =>
    callManagement(restoreClient, {
      as,
      params: pathOf({ organizationId }, clientId),
    }),
  apply: (model, request) => {
    const denial = mayWrite(model, request);
    if (denial) return denial;
    const client = clientOf(model, request.clientId);
    const lack = lacksAuthority(model, request, client.scopes);
    if (lack) return lack;
    if (!client.deleted) return "conflict";
    client.deleted = false;
    return "ok";
  },
});
