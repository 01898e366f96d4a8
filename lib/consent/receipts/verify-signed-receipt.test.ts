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

  /** A file whose signed content is not JSON. */
  const notJson = () => {
    const payload = Buffer.from("{").toString("base64url");
    const header = encode(HEADER);
    const signature = sign(null, Buffer.from(`${header}.${payload}`), privateKey);
    const parts = { payload, protected: header, receipt: RECEIPT };
    return { ...parts, signature: signature.toString("base64url") };
  };
  const entry = {
    grant_id: "g",
    change: "granted",
    scopes_before: [],
    scopes_after: ["a"],
    user_id: null,
    client_version: 1,
    created_at: "2026",
    previous_hash: null,
    hash: "00",
  };
  const otherPayload = encode({ ...RECEIPT, issuer: "https://y.test" });
  const byOtherKey = () => signed(RECEIPT, HEADER, keyPair("Ed25519").privateKey);
  const ofHeader = (header: object) => signed(RECEIPT, header);

  it.each<[string, unknown, string]>([
    ["no algorithm", ofHeader({ ...HEADER, alg: "none" }), "is not for a receipt."],
    ["another algorithm", ofHeader({ ...HEADER, alg: "HS256" }), "is not for a receipt."],
    ["another type", ofHeader({ ...HEADER, typ: "JWT" }), "is not for a receipt."],
    ["no key id", ofHeader({ alg: "EdDSA", typ: RECEIPT_TYPE }), "is not for a receipt."],
    ["changed content", { ...signed(), payload: otherPayload }, "signature is invalid"],
    ["a changed readable part", { ...signed(), receipt: {} }, "readable part was changed"],
    ["content that is not JSON", notJson(), "readable part was changed"],
    ["a signature by another key with the same id", byOtherKey(), "signature is invalid"],
    ["content that is no receipt", signed({ issuer: 1 }), "The signed content is not a receipt."],
    ["a broken history", signed({ ...RECEIPT, entries: [entry] }), "Entry 1"],
  ])("is rejected with %s", async (_what, file, reason) => {
    expect(await reasonFor(file)).toContain(reason);
  });

  it.each<[string, unknown, string]>([
    ["no list", "none", "no JSON Web Keys"],
    ["an empty list", [], "not among the keys"],
    ["keys with other ids", [{ ...KEY, kid: "k2" }], "not among the keys"],
    ["a key of another curve", [keyPair("Ed448").key], "not among the keys"],
    ["a malformed key", [{ ...KEY, x: "AAAA" }], ""],
  ])("is rejected if the published keys are %s", async (_what, keys, reason) => {
    expect(await reasonFor(signed(), { keys })).toContain(reason);
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
