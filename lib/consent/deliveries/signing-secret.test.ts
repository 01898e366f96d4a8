import { expect, it } from "vitest";
import { signingSecret } from "@/lib/consent/deliveries/signing-secret";
import { db } from "@/lib/core/db/client";
import { mintClient, mintOrganization, mintSecret } from "@/test/factories/mint";

it("a call is signed with the live secret that its client used last, never with another client's", async () => {
  const { organizationId } = await mintOrganization();
  const { clientId } = await mintClient(organizationId);
  const other = await mintClient(organizationId);
  const used = async (owner: string, second: number, change = {}) => {
    const { secretId, secret } = await mintSecret(owner);
    const lastUsedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, second));
    await db().clientSecret.update({ where: { id: secretId }, data: { lastUsedAt, ...change } });
    return secret;
  };
  const past = new Date(Date.now() - 1_000);
  const future = new Date(Date.now() + 3_600_000);
  await used(clientId, 1);
  const last = await used(clientId, 2, { expiresAt: future });
  await used(clientId, 3, { revokedAt: past });
  await used(clientId, 4, { expiresAt: past });
  await used(clientId, 5, { encrypted: null, encryptionKeyId: null });
  await used(other.clientId, 6);
  expect(await signingSecret({ organizationId, clientId })).toBe(last);
  const elsewhere = (await mintOrganization()).organizationId;
  expect(await signingSecret({ organizationId: elsewhere, clientId })).toBeNull();
});
