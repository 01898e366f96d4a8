import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { maskerFor } from "@/lib/protocol/events/mask-secrets";
import { redactInput, showUrl } from "@/lib/protocol/events/redact-input";
import type { SentContent } from "@/lib/protocol/events/sent-request";

const NAMES = [
  ...["client_secret", "code", "refresh_token", "token", "code_verifier", "password", "state"],
  ...["access_token", "assertion", "csrf_token", "request", "api_key", "my_password"],
];

const token = fc
  .constantFrom("offline", "online", "refresh", "code", "secret", "link")
  .map((kind) => newToken(kind as "code"));

/** Secrets of every form: Latchkey's own (whole and damaged), random ones, passwords, anything. */
const secret = fc
  .oneof(
    token,
    token.map((whole) => whole.slice(0, 30)),
    fc.base64String({ minLength: 24 }),
    fc.stringMatching(/^[0-9a-f]{64}$/),
    fc.stringMatching(/^[A-Za-z0-9._~-]{43,128}$/),
    fc.stringMatching(/^[A-Za-z0-9!$%&/()=?+ ]{12,30}$/),
    fc.string({ unit: "grapheme", minLength: 12 }),
  )
  .filter((text) => text.trim() === text && text.length >= 12);

/** The places where a secret may appear a second time. */
const places: ((secret: string) => Record<string, unknown>)[] = [
  () => ({}),
  (text) => ({ scope: text }),
  (text) => ({ scope: [`company/products/read`, text] }),
  (text) => ({ scope: `company/products/read,${text}` }),
  (text) => ({ redirect_uri: text }),
  (text) => ({ redirect_uri: `https://x.example.com/${text}` }),
  (text) => ({ redirect_uri: `https://x.example.com/${encodeURIComponent(text)}` }),
  (text) => ({ redirect_uri: `https://me:${text}@x.example.com/` }),
  (text) => ({ redirect_uri: `https://x.example.com/?code=${text}` }),
  (text) => ({ redirect_uri: `https://x.example.com/?${text}` }),
  (text) => ({ redirect_uri: `https://x.example.com/#${text}` }),
  (text) => ({ grant_type: text, response_type: text, prompt: text, client_id: text }),
  (text) => ({ [text]: "" }),
  (text) => ({ [text]: text, nested: { deep: [text] } }),
  (text) => ({ scope: Buffer.from(text).toString("base64") }),
  (text) => ({ scope: Buffer.from(text).toString("hex") }),
];

const headers: ((secret: string) => string | null)[] = [
  () => null,
  (text) => `Bearer ${text}`,
  (text) => `Basic ${Buffer.from(`${"a".repeat(24)}:${text}`).toString("base64")}`,
  (text) => `Basic ${Buffer.from(`${text}:${text}`).toString("base64")}`,
  (text) => text,
];

function stored(sent: SentContent): string {
  return JSON.stringify(redactInput(sent, maskerFor(sent)));
}

function traces(text: string): string[] {
  return [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text.toWellFormed()),
    Buffer.from(text).toString("base64").replace(/=+$/, ""),
    Buffer.from(text).toString("hex"),
  ];
}

describe("redactInput", () => {
  const shown = "https://shipfast.example.com/fp/auth";

  it("security 50: removes every secret in any form, under any secret name, copied anywhere", () => {
    fc.assert(
      fc.property(
        secret,
        fc.constantFrom(...NAMES),
        fc.constantFrom(...places),
        fc.constantFrom(...headers),
        (text, name, place, header) => {
          const sent = {
            authorization: header(text),
            parameters: { ...place(text), [name]: text },
          };
          for (const trace of traces(text)) expect(stored(sent)).not.toContain(trace);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it.each(["hasOwnProperty", "constructor", "toString", "__proto__"])(
    "hides a parameter named %s, a member of every object, like any other unknown one",
    (name) => {
      const parameters = { [name]: "x", redirect_uri: `https://x.example.com/?${name}=1` };
      const sent = { authorization: null, parameters };
      expect(redactInput(sent, maskerFor(sent)).parameters).toEqual({
        other_parameters: "1",
        redirect_uri: "https://x.example.com/?[hidden]",
      });
    },
  );

  it("security 50: removes Latchkey's own tokens anywhere", () => {
    fc.assert(
      fc.property(token, fc.constantFrom(...places.slice(0, -2)), (text, place) => {
        const sent = { authorization: null, parameters: place(text) };
        expect(stored(sent)).not.toContain(text);
        expect(maskerFor(sent)(`it was ${text} that failed`)).not.toContain(text);
      }),
    );
  });

  it("keeps non-secret values as sent and replaces secrets with their kind", () => {
    const code = newToken("code");
    const plain = {
      grant_type: "authorization_code",
      code_challenge_method: "plain",
      company_id: "42",
      redirect_uri: `${shown}?application_id=0123456789abcdef01234567`,
      scope: "company/products/read,company/orders/read",
    };
    const sent = {
      authorization: `Basic ${Buffer.from(`${"a".repeat(24)}:${newToken("secret")}`).toString("base64")}`,
      parameters: {
        ...plain,
        code,
        refresh_token: code.slice(0, -1),
        client_secret: "not one of ours",
        prompt: "welcome",
        redirect_url: shown,
        unheard_of: "value",
      },
    };
    expect(redactInput(sent, maskerFor(sent))).toEqual({
      authentication: "basic and body",
      parameters: {
        ...plain,
        code: "[authorization code]",
        client_secret: "[sent]",
        refresh_token: "[damaged authorization code]",
        prompt: "[another value]",
        redirect_url: "[sent]",
        other_parameters: "1",
      },
    });
  });

  it.each([
    ["[damaged access token]", "Bearer lko_x"],
    ["[refresh token]", `Bearer ${newToken("refresh")}`],
  ])("replaces a bearer token with %s", (bearer, authorization) => {
    const sent = { authorization, parameters: {} };
    expect(redactInput(sent, maskerFor(sent))).toEqual({
      authentication: "bearer",
      parameters: { bearer },
    });
  });

  it("shows a URL without its potentially secret parts", () => {
    const mask = maskerFor({ authorization: null, parameters: {} });
    expect(showUrl("https://me:pw@x.example.com/fp/auth?code=1&tenant=5#top", mask)).toBe(
      "https://[user-info]@x.example.com/fp/auth?code=[hidden]&[hidden]#[fragment]",
    );
    expect(showUrl("javascript:alert(1)", mask)).toBe("[not a web address]");
  });

  const texts = Array.from({ length: 7_000 }, (_, index) => `secret${index}`);
  const nested = (depth: number) => JSON.parse(`${"[".repeat(depth)}"secret"${"]".repeat(depth)}`);

  it.each([
    ["21 secrets", { client_secret: texts.slice(0, 21) }],
    ["thousands of secrets", { client_secret: texts }],
    ["secrets in thousands of parameters", Object.fromEntries(texts.map((text) => [text, text]))],
    ["a secret that takes long to search for", { token: "a".repeat(20_000) }],
  ])("security 123: shows no text of a request with %s", (_, secrets) => {
    const sent = { authorization: null, parameters: { redirect_uri: shown, ...secrets } };
    expect(redactInput(sent, maskerFor(sent)).parameters.redirect_uri).toBe("[not shown]");
  });

  it.each([
    ["twenty secrets", { client_secret: texts.slice(0, 20) }],
    ["a secret in deeply nested lists", { client_secret: nested(30_000) }],
    ["many parameters that are no secrets", Object.fromEntries(texts.map((_, n) => [`p${n}`, n]))],
  ])("security 123: shows the texts of a request with %s", (_, more) => {
    const sent = { authorization: null, parameters: { redirect_uri: shown, ...more } };
    expect(redactInput(sent, maskerFor(sent)).parameters.redirect_uri).toBe(shown);
  });

  it("security 123: hides a secret in deeply nested lists wherever it is repeated", () => {
    const sent = {
      authorization: null,
      parameters: { redirect_uri: `${shown}/secret`, client_secret: nested(30_000) },
    };
    expect(redactInput(sent, maskerFor(sent)).parameters.redirect_uri).toBe(`${shown}/[redacted]`);
  });

  it.each([
    ["redirect_uri", `${shown}/${"a".repeat(20_000)}`],
    ["scope", "company/products/read ".repeat(1_000)],
    ["scope", Array.from({ length: 1_000 }, () => "company/products/read")],
  ])("security 123: shows no %s that takes long to search", (name, value) => {
    const sent = { authorization: null, parameters: { [name]: value } };
    expect(redactInput(sent, maskerFor(sent)).parameters[name]).toBe("[not shown]");
  });

  it("security 123: a text never grows more than tenfold, even if the mask is masked", () => {
    const mask = "[redacted]";
    const parts = [5, 6, 7, 8].flatMap((length) => [mask.slice(0, length), mask.slice(-length)]);
    const text = parts.join("").repeat(100);
    const masked = maskerFor({ authorization: null, parameters: { token: parts } })(text);
    expect(masked.length).toBeLessThan(10 * text.length);
  });
});
