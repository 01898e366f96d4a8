import { createPublicKey, verify } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { GET } from "@/app/.well-known/latchkey-receipt-keys.json/route";
import { replaceSigningKey } from "@/lib/consent/receipts/receipt-keys";
import { claimedIssuer, verifySignedReceipt } from "@/lib/consent/receipts/verify-signed-receipt";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { downloadReceipt } from "@/lib/tenants/download-receipt";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { type Fields, fieldAt, fieldsOf, textOf } from "@/test/requests/read-json";

let installation: Installation;
let file: Fields;
let keys: Fields;

beforeEach(async () => {
  installation = await mintInstallation();
  const { grantId, seller } = installation;
  const scopes = { scopesBefore: [], scopesAfter: ["company/products/read"] };
  const entry = { grantId, change: "granted", clientVersion: 1, userId: seller.userId } as const;
  await db().grantEvent.create({ data: { ...entry, ...scopes } });
  file = await download();
  keys = await publishedKeys();
});

async function download(): Promise<Fields> {
  const { companyId, client, seller } = installation;
  const path = `/company/${companyId}/extensions/${client.clientId}/receipt`;
  const response = await downloadReceipt(
    new Request(env().baseUrl + path, { headers: { cookie: seller.cookie } }),
  );
  expect(response.status).toBe(200);
  return fieldsOf(await response.json());
}

async function publishedKeys(): Promise<Fields> {
  const response = await GET(
    new Request(`${env().baseUrl}/.well-known/latchkey-receipt-keys.json`),
  );
  expect(response.headers.get("content-type")).toBe("application/jwk-set+json");
  return fieldsOf(await response.json());
}

describe("a downloaded receipt", () => {
  it("verifies against the published keys, also without Latchkey, and names people by id only", async () => {
    const verdict = { genuine: true, issuer: env().baseUrl, entries: 1 };
    expect(await verifySignedReceipt(file, keys)).toMatchObject(verdict);
    expect(claimedIssuer(file)).toBe(env().baseUrl);
    // A JSON Web Signature (RFC 7515, RFC 8037).
    const key = createPublicKey({ key: fieldsOf(fieldAt(keys, "keys.0")), format: "jwk" });
    const signed = Buffer.from(`${file.protected}.${file.payload}`);
    const signature = Buffer.from(textOf(file.signature), "base64url");
    expect(verify(null, signed, key, signature)).toBe(true);
    const { userId } = installation.seller;
    expect(fieldAt(file, "receipt.entries.0.user_id")).toBe(userId);
    const { email, lastName } = await db().user.findUniqueOrThrow({ where: { id: userId } });
    const text = JSON.stringify(file.receipt);
    expect([text.includes(String(email)), text.includes(lastName)]).toEqual([false, false]);
  });

  it("stays valid after the key is replaced, and new receipts use the new key", async () => {
    const keyId = await replaceSigningKey();
    const published = await publishedKeys();
    expect(await verifySignedReceipt(file, published)).toMatchObject({ genuine: true });
    const verdict = await verifySignedReceipt(await download(), published);
    expect(verdict).toMatchObject({ genuine: true, keyId });
  });

  it("is never signed by a retired key, and the next replacement keeps its retirement date", async () => {
    const retired = await replaceSigningKey();
    const retiredAt = new Date("2020-01-01T00:00:00Z");
    await db().receiptKey.update({ where: { keyId: retired }, data: { retiredAt } });
    await replaceSigningKey();
    const { protected: header } = await download();
    const { kid } = fieldsOf(JSON.parse(Buffer.from(textOf(header), "base64url").toString()));
    const used = await db().receiptKey.findUniqueOrThrow({ where: { keyId: textOf(kid) } });
    expect(used.retiredAt).toBeNull();
    const stored = await db().receiptKey.findUniqueOrThrow({ where: { keyId: retired } });
    expect(stored.retiredAt).toEqual(retiredAt);
  });

  it("is signed by the same key under concurrent downloads", async () => {
    const data = { retiredAt: new Date() };
    await db().receiptKey.updateMany({ where: { retiredAt: null }, data });
    const files = await Promise.all(Array.from({ length: 8 }, download));
    expect(new Set(files.map((one) => one.protected)).size).toBe(1);
  });
});
