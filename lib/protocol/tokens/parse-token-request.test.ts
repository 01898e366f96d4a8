import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/core/errors";
import { parseForm } from "@/lib/core/http/read-body";
import { parseTokenRequest } from "@/lib/protocol/tokens/parse-token-request";

const scopeName = fc.stringMatching(/^[a-z]{1,8}\/[a-z]{1,8}$/);
const scopeNames = fc.uniqueArray(scopeName, { minLength: 1, maxLength: 10 });

describe("any token request body", () => {
  it("is parsed or rejected as invalid_request or invalid_scope", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
        try {
          parseTokenRequest(body);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
          expect(error).toMatchObject({ status: 400 });
        }
      }),
    );
  });

  it("is parsed the same as JSON and as a form", () => {
    const value = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 50 })
      .filter((text) => !text.includes("\0"));
    fc.assert(
      fc.property(value, value, scopeNames, (code, secret, scopes) => {
        const body = { grant_type: "x", code, client_secret: secret, scope: scopes.join() };
        const form = parseForm(new URLSearchParams(body).toString());
        expect(parseTokenRequest(form)).toEqual(parseTokenRequest(body));
      }),
    );
  });

  it("is rejected with the name of a parameter that is longer than 2048 characters", () => {
    expect(() => parseTokenRequest({ code: "a".repeat(2049) })).toThrow('"code"');
  });
});
