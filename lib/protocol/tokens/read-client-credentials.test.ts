import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { ServiceError } from "@/lib/core/errors";
import {
  areSwapped,
  credentialsOf,
  decodeBasic,
  readClientCredentials,
} from "@/lib/protocol/tokens/read-client-credentials";

const encode = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
const plain = fc.stringMatching(/^[A-Za-z0-9_-]{1,60}$/);
const anyText = fc.string({ unit: "binary", minLength: 1 });

describe("security 35: Basic credentials", () => {
  it("are parsed exactly, with every colon after the first in the secret", () => {
    fc.assert(
      fc.property(plain, fc.array(plain, { minLength: 1 }), (id, parts) => {
        const secret = parts.join(":");
        expect(decodeBasic(encode(`${id}:${secret}`))).toEqual({ id, secret });
      }),
    );
  });

  it("are percent-decoded once, whatever they contain (RFC 6749 section 2.3.1)", () => {
    fc.assert(
      fc.property(anyText, anyText, (id, secret) => {
        const sent = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
        expect(decodeBasic(encode(sent))).toMatchObject({ id, secret });
      }),
    );
    expect(decodeBasic(encode("a:%2525"))).toMatchObject({ id: "a", secret: "%25" });
  });

  it.each(["100% sure+", "a%41b", "a+b c", "p:w:d", "%E0%A4%A", "ünïcode is printable"])(
    "with the imported secret %j are read in every usual encoding, and so are those of the body",
    (secret) => {
      const id = newId();
      const inBody = { client_id: id, client_secret: secret };
      for (const [pair, body] of [
        [`${id}:${secret}`, inBody],
        [`${id}:${encodeURIComponent(secret)}`, {}],
        [new URLSearchParams([[id, secret]]).toString().replace("=", ":"), {}],
      ] as const) {
        const { secretHash, otherSecretHash } = readClientCredentials(encode(pair), body);
        expect([secretHash, otherSecretHash]).toContainEqual(sha256(secret));
      }
      expect(readClientCredentials(null, inBody).secretHash).toEqual(sha256(secret));
    },
  );

  it("may have a scheme in any case followed by any number of spaces", () => {
    expect(decodeBasic("bAsIc   YTpi")).toEqual({ id: "a", secret: "b" });
  });

  it("are rejected as invalid_client in any other form, never as a server error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (header) => {
        try {
          decodeBasic(header);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
          expect(error).toMatchObject({ code: "invalid_client" });
        }
      }),
    );
    for (const broken of ["%", ":", ":secret", "noColon", ""]) {
      expect(() => decodeBasic(encode(broken))).toThrow("is not Basic");
    }
    for (const scheme of ["Bearer", "Digest", ""]) {
      expect(() => decodeBasic(encode("id:secret").replace("Basic", scheme))).toThrow(
        "is not Basic",
      );
    }
  });
});

describe("credentials in header and body", () => {
  const id = "0123456789abcdef01234567";

  it("must be equal", () => {
    fc.assert(
      fc.property(plain, plain, (inHeader, inBody) => {
        const read = () =>
          readClientCredentials(encode(`${id}:${inHeader}`), {
            client_id: id,
            client_secret: inBody,
          });
        if (inHeader === inBody) {
          expect(read()).toEqual({
            clientId: id,
            secretHash: sha256(inHeader),
            otherSecretHash: null,
          });
        } else expect(read).toThrow("different credentials");
      }),
    );
  });
});

describe("credentials", () => {
  const id = "0123456789abcdef01234567";
  const secret = newToken("secret");

  it.each(["", "short", "a key with spaces", "0123456789\0", "a".repeat(65)])(
    "with the API key %j are rejected before anything is read",
    (unusable) => {
      expect(() => credentialsOf({ id: unusable, secret })).toThrow("do not belong to an active");
    },
  );

  it.each([
    ["swapped", "a secret and a key", { id: secret, secret: id }],
    ["not swapped", "a key and a secret", { id, secret }],
    ["not swapped", "two keys", { id, secret: id }],
    ["not swapped", "a secret and something else", { id: secret, secret: "not a key" }],
  ])("are %s if they are %s", (state, _what, credentials) => {
    expect(areSwapped(credentials)).toBe(state === "swapped");
  });
});
