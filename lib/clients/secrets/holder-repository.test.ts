import { beforeAll, describe, expect, it } from "vitest";
import {
  countVersionsUp,
  insertHolders,
  listHeldBy,
  listHolderOrganizations,
  listHoldersOf,
  revokeSecretRows,
} from "@/lib/clients/secrets/repository";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import {
  type MintedClient,
  mintClient,
  mintDeletion,
  mintHolder,
  mintMember,
  mintOrganization,
  mintOrganizationGrant,
  mintSecret,
} from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";

const SCOPES = ["organization/clients/read"];
let organizationId: string;
let elsewhere: string;
let client: MintedClient;

beforeAll(async () => {
  organizationId = (await mintOrganization()).organizationId;
  elsewhere = (await mintOrganization()).organizationId;
  client = await mintClient(organizationId);
});

const mintDeveloper = () => mintMember(organizationId, "developer");
const actorOf = (userId: string) => `user:${userId}`;
const actorOfClient = ({ clientId }: MintedClient) => `client:${clientId}`;
/** What an actor has seen; of the first client, both statements must say the same. */
async function heldBy(actor: string) {
  const heldSecrets = await listHeldBy({ organizationId, actor });
  const holdings = (await holdersOf(client)).filter((row) => row.actor === actor);
  expect(holdings).toEqual(heldSecrets.filter(({ clientId }) => clientId === client.clientId));
  return heldSecrets;
}
const holdersOf = ({ clientId }: MintedClient) => listHoldersOf({ organizationId, clientId });

/** Another secret of the client, seen by someone. */
async function mintHeldSecret(actor: string): Promise<string> {
  const { secretId } = await mintSecret(client.clientId);
  await mintHolder(secretId, actor);
  return secretId;
}

describe("the secrets that someone has seen", () => {
  it("are those with their name in the list, or that they created", async () => {
    const { userId } = await mintDeveloper();
    const elsewhereToo = { organizationId: elsewhere, userId, role: "owner" as const };
    await db().organizationMember.create({ data: elsewhereToo });
    const heldId = await mintHeldSecret(actorOf(userId));
    const { secretId: ownId } = await mintSecret(client.clientId);
    await db().clientSecret.update({ where: { id: ownId }, data: { createdBy: userId } });
    await mintHeldSecret(actorOf((await mintDeveloper()).userId));
    const person = { role: "developer", actorName: "Asha Rao", actorScopes: null };
    expect(await heldBy(actorOf(userId))).toMatchObject([{ id: heldId, ...person }, { id: ownId }]);
  });

  it.each([
    ["revoked", { revokedAt: new Date() }, 0],
    ["expired", { expiresAt: aMinuteAgo() }, 0],
    ["about to expire", { expiresAt: new Date(Date.now() + 60_000) }, 1],
  ])("count or not if they are %s", async (_what, data, count) => {
    const { userId } = await mintDeveloper();
    const id = await mintHeldSecret(actorOf(userId));
    await db().clientSecret.update({ where: { id }, data });
    expect(await heldBy(actorOf(userId))).toHaveLength(count);
  });

  it("are those of one organization, and name no one who no longer exists", async () => {
    const { userId } = await mintDeveloper();
    const { secretId: id } = await mintClient(elsewhere);
    await mintHolder(id, actorOf(userId));
    expect(await heldBy(actorOf(userId))).toEqual([]);
    const heldSecrets = await listHeldBy({ organizationId: elsewhere, actor: actorOf(userId) });
    expect(heldSecrets).toMatchObject([{ id, role: null }]);
    const actor = actorOf(newId());
    await mintHeldSecret(actor);
    expect(await heldBy(actor)).toMatchObject([{ actorName: null, role: null, actorScopes: null }]);
  });
});

describe("the client that has seen a secret", () => {
  it("has its own scopes in its own organization, until it is deleted", async () => {
    const ownClient = await mintClient(organizationId, { name: "Own script", scopes: SCOPES });
    const id = await mintHeldSecret(actorOfClient(ownClient));
    const holding = { id, actorName: "Own script", role: null, actorScopes: SCOPES };
    expect(await heldBy(actorOfClient(ownClient))).toMatchObject([holding]);
    await mintDeletion(ownClient.clientId);
    const ofDeleted = { actorName: null, actorScopes: null };
    expect(await heldBy(actorOfClient(ownClient))).toMatchObject([ofDeleted]);
  });

  it("has the scopes that the organization granted it, if it is of another", async () => {
    const foreign = await mintClient(elsewhere, { scopes: [...SCOPES, "company/orders/read"] });
    await mintHeldSecret(actorOfClient(foreign));
    const read = async () => (await heldBy(actorOfClient(foreign)))[0]?.actorScopes;
    expect(await read()).toBeNull();
    const { organizationId: third, owner } = await mintOrganization();
    await mintOrganizationGrant(foreign.clientId, third, SCOPES, owner.userId);
    expect(await read()).toBeNull();
    await mintOrganizationGrant(foreign.clientId, organizationId, SCOPES, owner.userId);
    const otherClient = await mintClient(elsewhere);
    await mintOrganizationGrant(otherClient.clientId, organizationId, ["x"], owner.userId);
    expect(await read()).toEqual(SCOPES);
    await db().grant.updateMany({
      where: { clientId: foreign.clientId, organizationId },
      data: { revokedAt: new Date() },
    });
    expect(await read()).toBeNull();
  });

  it("has seen secrets in these other organizations", async () => {
    const ownClient = await mintClient(organizationId);
    const foreign = await mintClient(elsewhere);
    const [third, fourth] = [await mintOrganization(), await mintOrganization()];
    const { secretId: revoked } = await mintClient(third.organizationId);
    await mintHolder(ownClient.secretId, actorOfClient(ownClient));
    await mintHolder(foreign.secretId, actorOfClient(ownClient));
    await mintHolder(revoked, actorOfClient(ownClient));
    await db().clientSecret.update({ where: { id: revoked }, data: { revokedAt: new Date() } });
    const { secretId: seenByOther } = await mintClient(fourth.organizationId);
    await mintHolder(seenByOther, actorOfClient(client));
    const listFor = (id: string) => listHolderOrganizations(db(), id, ownClient.clientId);
    expect([await listFor(organizationId), await listFor(elsewhere)]).toEqual([[elsewhere], []]);
  });
});

it("those who have seen a live secret are listed for its client and organization only", async () => {
  const ownClient = await mintClient(organizationId);
  const { userId } = await mintDeveloper();
  await mintHeldSecret(actorOf(userId));
  const script = await mintClient(organizationId, { scopes: SCOPES });
  for (const actor of [actorOf(userId), actorOfClient(script)])
    await mintHolder(ownClient.secretId, actor);
  const holders = await holdersOf(ownClient);
  expect(holders.toSorted((one, other) => (one.actor < other.actor ? -1 : 1))).toMatchObject([
    { actor: actorOfClient(script), role: null, actorScopes: SCOPES },
    { actor: actorOf(userId), role: "developer", actorScopes: null },
  ]);
  const { clientId } = ownClient;
  expect(await listHoldersOf({ organizationId: elsewhere, clientId })).toEqual([]);
});

describe("revoking secrets", () => {
  it("revokes those named, of the organization's clients, and keeps the time of earlier ones", async () => {
    const [first, second, earlier] = await Promise.all(
      [1, 2, 3].map(async () => (await mintSecret(client.clientId)).secretId),
    );
    const { secretId: foreign } = await mintClient(elsewhere);
    const before = aMinuteAgo();
    await db().clientSecret.update({ where: { id: earlier ?? "" }, data: { revokedAt: before } });
    await revokeSecretRows(db(), organizationId, [first ?? "", earlier ?? "", foreign]);
    const read = async (id = "") =>
      (await db().clientSecret.findUniqueOrThrow({ where: { id } })).revokedAt;
    expect(await read(first)).toBeInstanceOf(Date);
    expect(await read(earlier)).toEqual(before);
    expect([await read(second), await read(foreign)]).toEqual([null, null]);
  });

  it("raises the version of the clients named, of the organization", async () => {
    const [own = "", other = "", foreign = ""] = [
      (await mintClient(organizationId)).clientId,
      (await mintClient(organizationId)).clientId,
      (await mintClient(elsewhere)).clientId,
    ];
    await countVersionsUp(db(), organizationId, [own, foreign]);
    const versionOf = async (clientId: string) =>
      (await db().client.findUniqueOrThrow({ where: { clientId } })).version;
    expect(await Promise.all([own, other, foreign].map(versionOf))).toEqual([2, 1, 1]);
  });
});

it("recording that someone has seen secrets changes nothing the second time", async () => {
  const { userId } = await mintDeveloper();
  const { secretId } = await mintSecret(client.clientId);
  await insertHolders(db(), [secretId], [actorOf(userId)]);
  await insertHolders(db(), [secretId], [actorOf(userId)]);
  expect(await heldBy(actorOf(userId))).toMatchObject([{ id: secretId }]);
});
