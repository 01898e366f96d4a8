import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  claimedIssuer,
  RECEIPT_TYPE,
  verifySignedReceipt,
} from "@/lib/consent/receipts/verify-signed-receipt";
import release from "./receipt-of-0.1.0.json" with { type: "json" };

const RECEIPT = { issuer: "https://x.test", issued_at: "2026-01-01T00:00:00.000Z", entries: [] };
const HEADER = { alg: "EdDSA", kid: "k1", typ: RECEIPT_TYPE };

/** A key pair whose public part is published as `k1`. */
function keyPair(crv: "Ed25519" | "Ed448") {
  const { publicKey, privateKey } =
    crv === "Ed448" ? generateKeyPairSync("ed448") : generateKeyPairSync("ed25519");
  const encoded = publicKey.export({ type: "spki", format: "der" });
  const x = encoded.subarray(crv === "Ed448" ? -57 : -32).toString("base64url");
  return { key: { kty: "OKP", crv, kid: "k1", x }, privateKey };
}

const { key: KEY, privateKey } = keyPair("Ed25519");

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function signed(receipt: unknown = RECEIPT, header: object = HEADER, key: KeyObject = privateKey) {
  const parts = { payload: encode(receipt), protected: encode(header) };
  const text = Buffer.from(`${parts.protected}.${parts.payload}`);
  return { ...parts, receipt, signature: sign(null, text, key).toString("base64url") };
}

const reasonFor = async (file: unknown, keys: unknown = { keys: [KEY] }) => {
  const verdict = await verifySignedReceipt(file, keys);
  return verdict.genuine ? null : verdict.reason;
};

describe("a signed receipt", () => {
  it("is genuine with a published key", async () => {
    const expected = { genuine: true, issuer: "https://x.test", keyId: "k1", entries: 0 };
    const other = { ...KEY, kid: "k0", x: "AAAA" };
    expect(await verifySignedReceipt(signed(), { keys: [other, KEY] })).toMatchObject(expected);
    expect(claimedIssuer(signed())).toBe("https://x.test");
  });

  it("is genuine with its chain if version 0.1.0 issued it", async () => {
    const verdict = await verifySignedReceipt(release.file, release.keys);
    expect(verdict).toMatchObject({ genuine: true, entries: 2 });
  });

  it.each([
    ["no algorithm", { ...HEADER, alg: "none" }],
    ["another algorithm", { ...HEADER, alg: "HS256" }],
    ["another type", { ...HEADER, typ: "JWT" }],
    ["no key id", { alg: "EdDSA", typ: RECEIPT_TYPE }],
  ])("is rejected with %s", async (_what, header) => {
    expect(await reasonFor(signed(RECEIPT, header))).toBe("The signature is not for a receipt.");
  });

  it("is rejected without keys, with other keys, and after a change", async () => {
    expect(await reasonFor(signed(), { keys: "none" })).toContain("no JSON Web Keys");
    for (const keys of [[], [{ ...KEY, kid: "k2" }], [keyPair("Ed448").key]]) {
      expect(await reasonFor(signed(), { keys })).toContain("not among the keys");
    }
    const changed = { ...signed(), payload: encode({ ...RECEIPT, issuer: "https://y.test" }) };
    expect(await reasonFor(changed)).toContain("The signature is invalid");
    expect(await reasonFor({ ...signed(), receipt: {} })).toContain("readable part was changed");
  });

  it("is rejected if the published key is malformed, or the signed content is not JSON", async () => {
    expect(await reasonFor(signed(), { keys: [{ ...KEY, x: "AAAA" }] })).not.toBeNull();
    const payload = Buffer.from("{").toString("base64url");
    const parts = { payload, protected: encode(HEADER), receipt: RECEIPT };
    const text = Buffer.from(`${parts.protected}.${payload}`);
    const signature = sign(null, text, privateKey).toString("base64url");
    expect(await reasonFor({ ...parts, signature })).toContain("readable part was changed");
  });

  it("is rejected if another key signed it that claims the same id", async () => {
    const file = signed(RECEIPT, HEADER, keyPair("Ed25519").privateKey);
    expect(await reasonFor(file)).toContain("The signature is invalid");
  });

  it("is rejected if the signed content is not a receipt, or its history is broken", async () => {
    expect(await reasonFor(signed({ issuer: 1 }))).toBe("The signed content is not a receipt.");
    const entry = {
      ...{ grant_id: "g", change: "granted", scopes_before: [], scopes_after: ["a"] },
      ...{ user_id: null, client_version: 1, created_at: "2026", previous_hash: null, hash: "00" },
    };
    expect(await reasonFor(signed({ ...RECEIPT, entries: [entry] }))).toContain("Entry 1");
  });

  it.each([
    [null],
    ["text"],
    [{}],
    [{ receipt: {}, payload: "%", protected: "%", signature: "" }],
    [{ ...signed({ issuer: 1 }) }],
  ])("is rejected if the file is %j, and names no issuer", async (file) => {
    expect(await reasonFor(file)).not.toBeNull();
    expect(claimedIssuer(file)).toBeNull();
  });
});
