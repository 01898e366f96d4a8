import { deleteClient, restoreClient } from "@/lib/clients/delete-client";
import { listClients } from "@/lib/clients/read-clients";
import { revokeSecret, rotateSecret } from "@/lib/clients/secrets/secrets";
import { createClient, patchClient } from "@/lib/clients/write-clients";
import { db } from "@/lib/core/db/client";
import { storedHash } from "@/test/factories/mint-code";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import {
  type Client,
  endGrant,
  endSecrets,
  isOrganization,
  type Model,
  permissionsOf,
} from "@/test/model/model";
import { newClient, newSecret } from "@/test/model/world";
import { fieldAt, textOf } from "@/test/requests/read-json";
import { callerOf, defineManagement } from "./management";

/** Scopes that a client may get; the last four carry permissions. */
const SCOPES = [
  ...["company/products/read", "company/orders/read", "organization/clients/read"],
  ...["organization/clients/write", "organization/members/write", "organization/settings/write"],
] as const;

/** The most clients, and secrets of one client: growing lists slow the run down. */
const MAX_CLIENTS = 6;
const MAX_SECRETS = 9;

type Change = {
  scopes?: string[];
  is_active?: boolean;
  refresh_rotation?: "none" | "confirm_on_use";
};

/** Someone changes scopes, activity, or rotation of a client. */
const patchKind = defineManagement<{ change: Change; revoke_secrets: boolean }>({
  ...{ name: "change a client", weight: 6, operation: patchClient },
  choose: ({ active, scopes }, pick) => {
    const scope = pick(SCOPES);
    const others = scopes.filter((each) => each !== scope);
    const toggled = others.length < scopes.length ? others : [...scopes, scope];
    const change = pick<Change>([
      { scopes: toggled },
      { scopes: toggled },
      { refresh_rotation: pick(["none", "confirm_on_use"] as const) },
      { is_active: !active || pick([true, false]) },
    ]);
    return { change, revoke_secrets: pick([true, false]) };
  },
  call: ({ change: { scopes, ...change }, revoke_secrets }) => ({
    body: {
      ...change,
      ...(scopes && { scopes: { permissions: scopes } }),
      ...(revoke_secrets && { revoke_secrets }),
    },
  }),
  needs: ({ scopes }, { change }) =>
    change.is_active === false ? [] : [...scopes, ...(change.scopes ?? [])],
  apply: (model, client, { change, revoke_secrets }) => {
    const { scopes = client.scopes, refresh_rotation, is_active } = change;
    const before = permissionsOf(client.scopes);
    const after = permissionsOf(scopes);
    const isWider = after.some((each) => !before.includes(each));
    const isNarrower = before.some((each) => !after.includes(each));
    const excess = [
      ...(isWider ? model.secretsBeyondHolders(client, scopes) : []),
      ...(isNarrower ? model.secretsBeyond(client.home, `client:${client.id}`, after) : []),
    ];
    if (excess.length > 0 && !revoke_secrets) return "conflict";
    endSecrets(excess);
    client.scopes = scopes;
    for (const grant of liveGrantsOf(model, client)) {
      grant.scopes = grant.scopes.filter((scope) => scopes.includes(scope));
    }
    if (refresh_rotation) client.rotates = refresh_rotation === "confirm_on_use";
    if (is_active !== undefined) setActive(client, is_active);
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

/** Someone registers a client of the same organization. */
const createKind = defineManagement({
  ...{ name: "register a client", weight: 1, operation: createClient, onDeleted: true },
  among: ({ clients }) => (clients.length < MAX_CLIENTS ? clients : []),
  choose: (_client, pick) => ({ scopes: [...new Set([SCOPES[0], pick(SCOPES)])] }),
  call: ({ scopes }) => ({
    body: {
      ...{ meta: { name: "Modelled" }, redirect_urls: [REDIRECT_URI] },
      scopes: { permissions: scopes },
      grants: ["authorization_code", "refresh_token", "client_credentials"],
    },
  }),
  read: async (body) => {
    const secret = textOf(fieldAt(body, "secret.0"));
    const where = { secretHash: storedHash(secret) };
    const { id } = await db().clientSecret.findFirstOrThrow({ where, select: { id: true } });
    return { client: textOf(body.client_id), id, secret };
  },
  needs: (_client, { scopes }) => scopes,
  apply: (model, _client, { as, home, scopes }, { client = "", id = "", secret = "" }) => {
    const secrets = [newSecret(id, secret, callerOf(model, as, home).names)];
    model.clients.push({ ...newClient, id: client, home, scopes, secrets });
    return "ok";
  },
});

/** Someone creates a new secret; the others end at once or a day later. */
const rotateKind = defineManagement({
  ...{ name: "rotate a secret", weight: 3, operation: rotateSecret },
  among: (model, pick) =>
    [pick(model.clients)].filter(({ secrets }) => secrets.length < MAX_SECRETS),
  choose: (_client, pick) => ({ overlap_seconds: pick([0, 86_400]) }),
  call: ({ overlap_seconds }) => ({ body: { overlap_seconds } }),
  read: ({ id, secret }) => ({ id: textOf(id), secret: textOf(secret) }),
  needs: ({ scopes }) => scopes,
  apply: (model, { home, secrets }, { as, overlap_seconds }, { id = "", secret = "" }) => {
    if (overlap_seconds === 0) endSecrets(secrets);
    for (const each of secrets) each.inOverlap = true;
    secrets.push(newSecret(id, secret, callerOf(model, as, home).names));
    return "ok";
  },
});

/** Someone revokes a secret. */
const revokeSecretKind = defineManagement({
  ...{ name: "revoke a secret", weight: 2, operation: revokeSecret },
  choose: ({ secrets }, pick) => ({ secret_id: pick(secrets).id }),
  call: (params) => ({ params: { secret_id: params.secret_id } }),
  apply: (_model, client, { secret_id }) => {
    const live = client.secrets.filter((each) => each.live);
    const secret = live.find(({ id }) => id === secret_id);
    if (!secret) return "not_found";
    if (live.length === 1) return "conflict";
    secret.live = false;
    return "ok";
  },
});

/** Someone deletes a client. */
const deleteKind = defineManagement({
  ...{ name: "delete a client", weight: 1, operation: deleteClient },
  call: () => ({ query: { secrets: "masked" } }),
  apply: (model, client) => {
    for (const home of Object.keys(model.members).filter(isOrganization)) {
      endSecrets(model.secretsBeyond(home, `client:${client.id}`, []));
    }
    client.deleted = true;
    setActive(client, false);
    for (const grant of liveGrantsOf(model, client)) endGrant(grant);
    return "ok";
  },
});

/** Someone restores a client. */
const restoreKind = defineManagement({
  ...{ name: "restore a client", weight: 3, operation: restoreClient, onDeleted: true },
  among: ({ clients }, pick) => {
    const deletedClients = clients.filter((each) => each.deleted);
    return [pick.mostly(deletedClients, clients)];
  },
  needs: ({ scopes }) => scopes,
  apply: (_model, client) => {
    if (!client.deleted) return "conflict";
    client.deleted = false;
    return "ok";
  },
});

/** A client lists the clients of an organization with a token. */
const listKind = defineManagement({
  ...{ name: "manage", weight: 5, operation: listClients, onDeleted: true },
  permission: "clients:read",
  choose: (_client, pick, { access }) => {
    const ofOrganizations = access.filter(({ subject }) => isOrganization(subject));
    return { as: pick(pick([ofOrganizations, ofOrganizations, access])).value };
  },
  apply: () => "ok",
});

export const clientKinds = [
  ...[patchKind, createKind, rotateKind, revokeSecretKind, deleteKind, restoreKind, listKind],
];
