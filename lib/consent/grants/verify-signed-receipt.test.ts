import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeKeyPair } from "@/lib/consent/grants/key-pair";
import {
  claimedIssuer,
  RECEIPT_TYPE,
  verifySignedReceipt,
} from "@/lib/consent/grants/verify-signed-receipt";

const { publicKey, privateKey } = makeKeyPair();
const KEY = { kty: "OKP", crv: "Ed25519", kid: "k1", x: publicKey.export({ format: "jwk" }).x };
const RECEIPT = { issuer: "https://x.test", issued_at: "2026-01-01T00:00:00.000Z", entries: [] };
const HEADER = { alg: "EdDSA", kid: "k1", typ: RECEIPT_TYPE };

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function signed(receipt: unknown = RECEIPT, header: object = HEADER, key: KeyObject = privateKey) {
  const parts = { payload: encode(receipt), protected: encode(header) };
  const text = Buffer.from(`${parts.protected}.${parts.payload}`);
  return { ...parts, receipt, signature: sign(null, text, key).toString("base64url") };
}

const reasonFor = (file: unknown, keys: unknown = { keys: [KEY] }) => {
  const verdict = verifySignedReceipt(file, keys);
  return verdict.genuine ? null : verdict.reason;
};

describe("a signed receipt", () => {
  it("is genuine with a published key", () => {
    const expected = { genuine: true, issuer: "https://x.test", keyId: "k1", entries: 0 };
    const other = { ...KEY, kid: "k0", x: "AAAA" };
    expect(verifySignedReceipt(signed(), { keys: [other, KEY] })).toMatchObject(expected);
    expect(claimedIssuer(signed())).toBe("https://x.test");
  });

  it.each([
    ["another algorithm", { ...HEADER, alg: "none" }],
    ["another type", { ...HEADER, typ: "JWT" }],
    ["no key id", { alg: "EdDSA", typ: RECEIPT_TYPE }],
  ])("is rejected with %s", (_what, header) => {
    expect(reasonFor(signed(RECEIPT, header))).toBe("The signature is not for a receipt.");
  });

  it("is rejected without keys, with other keys, and after a change", () => {
    expect(reasonFor(signed(), { keys: "none" })).toContain("no JSON Web Keys");
    expect(reasonFor(signed(), { keys: [{ ...KEY, kid: "k2" }] })).toContain("not among the keys");
    const changed = { ...signed(), payload: encode({ ...RECEIPT, issuer: "https://y.test" }) };
    expect(reasonFor(changed)).toContain("The signature is invalid");
    expect(reasonFor({ ...signed(), receipt: {} })).toContain("readable part was changed");
  });

  it("is rejected with a key of another curve", () => {
    const pair = generateKeyPairSync("ed448", {
      publicKeyEncoding: { type: "spki", format: "der" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const x = pair.publicKey.subarray(-57);
    const key = { ...KEY, crv: "Ed448", x: x.toString("base64url") };
    const file = signed(RECEIPT, HEADER, createPrivateKey(pair.privateKey));
    expect(reasonFor(file, { keys: [key] })).toContain("The signature is invalid");
  });

  it("is rejected if the signed content is not a receipt, or its history is broken", () => {
    expect(reasonFor(signed({ issuer: 1 }))).toBe("The signed content is not a receipt.");
    expect(claimedIssuer(signed({ issuer: 1 }))).toBeNull();
    expect(claimedIssuer("no file")).toBeNull();
    const entry = {
      ...{ grant_id: "g", change: "granted", scopes_before: [], scopes_after: ["a"] },
      ...{ user_id: null, client_version: 1, created_at: "2026", previous_hash: null, hash: "00" },
    };
    expect(reasonFor(signed({ ...RECEIPT, entries: [entry] }))).toContain("Entry 1");
  });
});
