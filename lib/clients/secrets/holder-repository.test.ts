import { beforeAll, describe, expect, it } from "vitest";
import {
  countVersionsUp,
  insertHolders,
  listHeldBy,
  listHolderOrganizations,
  listHoldersOf,
  revokeSecretRows,
} from "@/lib/clients/secrets/holder-repository";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import {
  type MintedClient,
  mintClient,
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
  const heldSecrets = await listHeldBy(db(), organizationId, actor);
  const holdings = (await holdersOf(client)).filter((row) => row.actor === actor);
  expect(holdings).toEqual(heldSecrets.filter(({ clientId }) => clientId === client.clientId));
  return heldSecrets;
}
const holdersOf = ({ clientId }: MintedClient) => listHoldersOf(db(), organizationId, clientId);

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
    const seen = await mintHeldSecret(actorOf(userId));
    const { secretId: created } = await mintSecret(client.clientId);
    await db().clientSecret.update({ where: { id: created }, data: { createdBy: userId } });
    await mintHeldSecret(actorOf((await mintDeveloper()).userId));
    const heldSecrets = await heldBy(actorOf(userId));
    expect(heldSecrets.map(({ id }) => id)).toEqual([seen, created]);
    expect(heldSecrets[0]).toMatchObject({
      role: "developer",
      actorName: "Asha Rao",
      actorScopes: null,
    });
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

  it("are those of one organization", async () => {
    const { userId } = await mintDeveloper();
    const { secretId } = await mintClient(elsewhere);
    await mintHolder(secretId, actorOf(userId));
    expect(await heldBy(actorOf(userId))).toEqual([]);
    const heldSecrets = await listHeldBy(db(), elsewhere, actorOf(userId));
    expect(heldSecrets).toMatchObject([{ id: secretId, role: null }]);
  });

  it("name no one who no longer exists", async () => {
    const actor = actorOf(newId());
    await mintHeldSecret(actor);
    expect(await heldBy(actor)).toMatchObject([{ actorName: null, role: null, actorScopes: null }]);
  });
});

describe("the client that has seen a secret", () => {
  it("has its own scopes in its own organization", async () => {
    const ownClient = await mintClient(organizationId, { name: "Own script", scopes: SCOPES });
    const id = await mintHeldSecret(actorOfClient(ownClient));
    const expected = [{ id, actorName: "Own script", role: null, actorScopes: SCOPES }];
    expect(await heldBy(actorOfClient(ownClient))).toMatchObject(expected);
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

  it("has no scopes once it was deleted", async () => {
    const ownClient = await mintClient(organizationId, { scopes: SCOPES, deletedAt: new Date() });
    await mintHeldSecret(actorOfClient(ownClient));
    expect(await heldBy(actorOfClient(ownClient))).toMatchObject([
      { actorName: null, actorScopes: null },
    ]);
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
    expect(await listHolderOrganizations(db(), organizationId, ownClient.clientId)).toEqual([
      elsewhere,
    ]);
    expect(await listHolderOrganizations(db(), elsewhere, ownClient.clientId)).toEqual([]);
  });
});

describe("those who have seen a live secret of a client", () => {
  it("are listed for that client and its organization only", async () => {
    const ownClient = await mintClient(organizationId);
    const { userId } = await mintDeveloper();
    await mintHolder(ownClient.secretId, actorOf(userId));
    await mintHeldSecret(actorOf(userId));
    const script = await mintClient(organizationId, { scopes: SCOPES });
    await mintHolder(ownClient.secretId, actorOfClient(script));
    const found = (await holdersOf(ownClient)).map(({ actor, role, actorScopes }) => [
      ...[actor, role, actorScopes],
    ]);
    expect(found.toSorted()).toEqual(
      [
        [actorOf(userId), "developer", null],
        [actorOfClient(script), null, SCOPES],
      ].toSorted(),
    );
    expect(await listHoldersOf(db(), elsewhere, ownClient.clientId)).toEqual([]);
  });
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
    const [own, other, foreign] = [
      await mintClient(organizationId),
      await mintClient(organizationId),
      await mintClient(elsewhere),
    ];
    await countVersionsUp(db(), organizationId, [own.clientId, foreign.clientId]);
    const versions = await Promise.all(
      [own, other, foreign].map(async ({ clientId }) => {
        const { version } = await db().client.findUniqueOrThrow({ where: { clientId } });
        return version;
      }),
    );
    expect(versions).toEqual([2, 1, 1]);
  });
});

it("recording that someone has seen secrets changes nothing the second time", async () => {
  const { userId } = await mintDeveloper();
  const { secretId } = await mintSecret(client.clientId);
  await insertHolders(db(), [secretId], [actorOf(userId)]);
  await insertHolders(db(), [secretId], [actorOf(userId)]);
  expect(await heldBy(actorOf(userId))).toMatchObject([{ id: secretId }]);
});
