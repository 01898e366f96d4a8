import fc from "fast-check";
import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import {
  type AddressFault,
  type ParsedAddress,
  parseBaseUrl,
  parsePublicLink,
  parseRedirectUrl,
} from "@/lib/core/addresses/registered-url";
import { locales } from "@/lib/core/i18n/locales";
import { english, messages } from "@/lib/core/i18n/messages";

const accepts = (text: string) => parseRedirectUrl(text).problem === undefined;

describe("parseRedirectUrl", () => {
  it.each([
    "https://example.com",
    "https://example.com/",
    "https://example.com/fp/auth",
    "https://example.com:8443/fp/auth?tenant=7",
    "http://127.0.0.1/cb",
    "http://127.0.0.1:8080/cb",
    "http://[::1]:8080/cb",
    "http://localhost:3001/fp/auth",
    "https://xn--bcher-kva.example/cb",
    "https://example.com/a%2Fb",
  ])("accepts %s", (text) => {
    expect(parseRedirectUrl(text)).toEqual({ url: new URL(text) });
  });

  it.each([
    ["http://example.com/cb", "https"],
    ["http://localhost.evil.test/cb", "https"],
    ["http://127.0.0.1.evil.test/cb", "https"],
    ["http://127.0.0.2/cb", "https"],
    ["http://localhost@evil.test/cb", "https"],
    ["https://user@example.com/cb", "user name"],
    ["https://a@b@example.com/cb", "user name"],
    ["https://:word@example.com/cb", "user name"],
    ["https://example.com/cb#x", "fragment"],
    ["https://example.com/cb#", "fragment"],
    ["https://*.example.com/cb", "wildcard"],
    ["https://example.com/*", "wildcard"],
    ["https://example.com\\@evil.test/cb", "written as"],
    ["https://example.com/a\\b", "written as"],
    ["https://example.com/a/../b", "written as"],
    ["https://example.com/a/%2e%2e/b", "written as"],
    ["https://EXAMPLE.com/cb", "written as"],
    ["HTTPS://example.com/cb", "written as"],
    ["https://example.com:443/cb", "written as"],
    ["https:example.com/cb", "written as"],
    ["https:///example.com/cb", "written as"],
    [" https://example.com/cb", "written as"],
    ["https://example.com/c\tb", "written as"],
    ["https://bücher.example/cb", "written as"],
    ["http://0x7f.1/cb", "written as"],
    ["javascript:alert(1)", "https"],
    ["myapp://callback", "https"],
    ["//example.com/cb", "absolute"],
    ["/cb", "absolute"],
    ["", "absolute"],
    ["https://example.com/cb?code=1", '"code"'],
    ["https://example.com/cb?a=1&state=2", '"state"'],
    ["https://example.com/cb?iss=x", '"iss"'],
    ["https://example.com/cb?error=x", '"error"'],
    ["https://example.com/cb?%63ode=1", '"code"'],
    [`https://example.com/${"x".repeat(2000)}`, "longer"],
  ])("rejects %s and says why", (text, why) => {
    expect(parseRedirectUrl(text).problem).toContain(why);
  });

  it("accepts only https and loopback http, whatever the text", () => {
    const text = fc.oneof(
      fc.string(),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        const parsed = parseRedirectUrl(candidate);
        if (parsed.problem !== undefined) return;
        const { protocol, hostname, username, password, hash } = parsed.url;
        expect([username, password, hash]).toEqual(["", "", ""]);
        expect(candidate).not.toMatch(/[\\*\s#]/);
        if (protocol === "http:") expect(hostname).toMatch(/^(127\.0\.0\.1|\[::1\]|localhost)$/);
        else expect(protocol).toBe("https:");
      }),
    );
  });

  it("accepts each URL in one spelling only", () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ["https"] }), (url) => {
        const plain = new URL(url).href;
        fc.pre(accepts(plain));
        const shouting = plain.replace(/^https:\/\/[^/]+/, (origin) => origin.toUpperCase());
        expect(accepts(shouting)).toBe(false);
        expect(accepts(plain.replace("/", "\\"))).toBe(false);
        expect(accepts(`${plain}#`)).toBe(false);
      }),
    );
  });

  it("never accepts a user name, wherever the URL points", () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.stringMatching(/^[a-z]{1,8}$/), (url, name) => {
        expect(accepts(url.replace("://", `://${name}@`))).toBe(false);
      }),
    );
  });
});

describe("parseBaseUrl", () => {
  it("accepts an origin or a path under it, but no query", () => {
    expect(parseBaseUrl("https://example.com").problem).toBeUndefined();
    expect(parseBaseUrl("http://127.0.0.1:3001/app").problem).toBeUndefined();
    expect(parseBaseUrl("https://example.com/?x=1").problem).toContain("query");
    expect(parseBaseUrl("http://example.com").problem).toContain("https");
  });
});

// One address for each fault: a new fault does not compile without one.
const examples: Record<AddressFault["code"], string> = {
  tooLong: `https://example.com/${"x".repeat(2000)}`,
  wildcard: "https://*.example.com/cb",
  notAbsolute: "/cb",
  otherScheme: "myapp://callback",
  insecure: "http://example.com/cb",
  fragment: "https://example.com/cb#x",
  userInfo: "https://user@example.com/cb",
  notPlain: "https://EXAMPLE.com/cb",
  notHttps: "http://example.com/privacy",
  notPublic: "https://192.168.0.7/privacy",
  query: "https://example.com/?x=1",
  answerParameter: "https://example.com/cb?code=1",
};

function wordsIn(locale: (typeof locales)[number], { code, ...values }: AddressFault): string {
  const namespace = "clientForm.addressProblems";
  return createTranslator({ locale, messages: messages[locale], namespace })(code, values);
}

// Every other fault is one of redirect URLs.
const parsers: Partial<Record<string, (text: string) => ParsedAddress>> = {
  query: parseBaseUrl,
  notHttps: parsePublicLink,
  notPublic: parsePublicLink,
};

function faultOf(code: string, text: string) {
  const { fault, problem } = (parsers[code] ?? parseRedirectUrl)(text);
  if (!fault) throw new Error(`${text} has no fault`);
  return { fault, problem };
}

it.each(Object.entries(examples))(
  "the fault %s has the same English text on the page and in the API, and its values in each language",
  (code, text) => {
    const { fault, problem } = faultOf(code, text);
    expect(fault.code).toBe(code);
    expect(wordsIn("en", fault)).toBe(`It ${problem}.`);
    const { code: _, ...about } = fault;
    for (const locale of locales) {
      for (const value of Object.values(about))
        expect(wordsIn(locale, fault)).toContain(`${value}`);
    }
  },
);

it("every address message belongs to a fault", () => {
  expect(Object.keys(english.clientForm.addressProblems).toSorted()).toEqual(
    Object.keys(examples).toSorted(),
  );
});
