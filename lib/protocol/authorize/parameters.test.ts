import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  nameAuthorizeParameters,
  presentAuthorizeParameters,
  readQuery,
} from "@/lib/protocol/authorize/parameters";

const NAMES = [
  ...["client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge"],
  ...["code_challenge_method", "prompt"],
];

const value = fc
  .string({ unit: "grapheme", minLength: 1 })
  .filter((text) => text.isWellFormed() && !text.includes("\0"));
const sent = fc.dictionary(fc.constantFrom(...NAMES), value);

const queryOf = (fields: Record<string, string>) =>
  `http://127.0.0.1:3000/authorize?${new URLSearchParams(fields)}`;

describe("the parameters of an authorize request", () => {
  it("are exactly what was sent and round-trip under the same names", () => {
    fc.assert(
      fc.property(sent, (fields) => {
        const presented = presentAuthorizeParameters(readQuery(queryOf(fields)));
        expect(nameAuthorizeParameters(presented)).toEqual({ ...fields });
      }),
    );
  });

  it("are unaffected by any other parameters", () => {
    const other = fc.string({ unit: "grapheme" }).filter((name) => !NAMES.includes(name));
    const noise = fc.dictionary(
      fc.oneof(other, fc.constantFrom("__proto__", "constructor", "toString", "access_mode")),
      value,
    );
    fc.assert(
      fc.property(sent, noise, (fields, more) => {
        fc.pre(Object.keys(more).every((name) => name.isWellFormed()));
        const pairs = [...Object.entries(more), ...Object.entries(fields)];
        const url = `http://127.0.0.1:3000/?${new URLSearchParams(pairs)}`;
        expect(presentAuthorizeParameters(readQuery(url))).toEqual(
          presentAuthorizeParameters(fields),
        );
      }),
    );
  });

  it("are empty or null when missing, never members of Object.prototype", () => {
    const nothing = {
      clientId: "",
      redirectUri: "",
      responseType: "",
      scope: "",
      state: null,
      codeChallenge: null,
      codeChallengeMethod: null,
      prompt: null,
    };
    expect(presentAuthorizeParameters({})).toEqual(nothing);
    expect(presentAuthorizeParameters(readQuery("/authorize"))).toEqual(nothing);
    expect(nameAuthorizeParameters(nothing)).toEqual({});
  });

  it("security 8: are rejected when one is repeated", () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), value, value, (name, one, other) => {
        const query = new URLSearchParams([
          [name, one],
          [name, other],
        ]);
        expect(() => readQuery(`/authorize?${query}`)).toThrow(`"${name}" is repeated`);
      }),
    );
  });
});
