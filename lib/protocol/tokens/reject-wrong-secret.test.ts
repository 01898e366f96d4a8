import { hashSync } from "@node-rs/bcrypt";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { ServiceError } from "@/lib/core/errors";
import { rejectWrongSecret } from "@/lib/protocol/tokens/reject-wrong-secret";
import {
  type MintedClient,
  mintClient,
  mintDeletion,
  mintOrganization,
} from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { newAddress } from "@/test/requests/own-address";

const DENIAL = new ServiceError("invalid_client", "The statement found no such secret.");

let client: MintedClient;
let foreignHash: string;

beforeEach(async () => {
  client = await mintClient((await mintOrganization()).organizationId);
  foreignHash = hashSync(client.clientSecret, 4);
});

const readSecret = () => db().clientSecret.findUniqueOrThrow({ where: { id: client.secretId } });
const change = (data: Prisma.ClientSecretUncheckedUpdateInput, id = client.secretId) =>
  db().clientSecret.update({ where: { id }, data });

/** Makes the client's secret one that was imported as a hash. */
const asImported = (data: Prisma.ClientSecretUncheckedUpdateInput = {}) =>
  change({ secretHash: null, encrypted: null, encryptionKeyId: null, foreignHash, ...data });

/** Imports the client's secret a second time, after the first one ended. */
async function importAgain(ended: Prisma.ClientSecretUncheckedUpdateInput) {
  await change(ended);
  const { clientId } = client;
  const second = { id: newId(), clientId, name: "second", lastFour: "", foreignHash };
  await db().clientSecret.create({ data: second });
}

const reject = (secret = client.clientSecret) =>
  rejectWrongSecret(
    DENIAL,
    { id: client.clientId, secret },
    { ipAddress: newAddress(), requestId: newId() },
  );

describe("a secret that no statement accepted", () => {
  const revoked = { revokedAt: new Date() };

  it.each<[string, string, () => Promise<unknown>]>([
    ["right", "was imported as a hash", () => asImported()],
    ["right", "expires later", () => asImported({ expiresAt: new Date(Date.now() + 60_000) })],
    ["right", "got our hash from a request at the same time", () => change({ foreignHash })],
    [
      ...(["right", "has ended for another client"] as const),
      async () => {
        const other = await mintClient((await mintOrganization()).organizationId);
        const { secretHash } = await readSecret();
        await change({ secretHash, ...revoked }, other.secretId);
        await asImported();
      },
    ],
    ["wrong", "was never a hash of another kind", async () => undefined],
    ["wrong", "was revoked", () => asImported(revoked)],
    ["wrong", "has expired", () => asImported({ expiresAt: aMinuteAgo() })],
    ["wrong", "was revoked under our hash", () => importAgain(revoked)],
    ["wrong", "has expired under our hash", () => importAgain({ expiresAt: aMinuteAgo() })],
    [
      ...(["wrong", "is that of a deleted client"] as const),
      async () => {
        await asImported();
        await mintDeletion(client.clientId);
      },
    ],
  ])("is %s if it %s", async (verdict, _what, arrange) => {
    await arrange();
    expect(await reject()).toBe(verdict === "right" ? null : DENIAL);
    if (verdict === "right") expect((await readSecret()).secretHash).not.toBeNull();
  });

  it("is wrong if it is another one", async () => {
    await asImported();
    expect(await reject(newToken("secret"))).toBe(DENIAL);
  });
});
