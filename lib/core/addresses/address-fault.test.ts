import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import type { AddressFault } from "@/lib/core/addresses/address-fault";
import { parseBaseUrl } from "@/lib/core/addresses/parse-base-url";
import { parsePublicLink } from "@/lib/core/addresses/parse-public-link";
import { parseRedirectUrl } from "@/lib/core/addresses/parse-redirect-url";
import type { ParsedAddress } from "@/lib/core/addresses/parse-web-address";
import { locales } from "@/lib/core/i18n/locales";
import { english, messages } from "@/lib/core/i18n/messages";

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

describe.each(Object.entries(examples))("the fault %s of an address", (code, text) => {
  const { fault, problem } = faultOf(code, text);

  it("is identified by its code", () => {
    expect(fault.code).toBe(code);
  });

  it("has the same English text on the page and in the API", () => {
    expect(wordsIn("en", fault)).toBe(`It ${problem}.`);
  });

  it.each(locales)("contains all of its values in %s", (locale) => {
    const { code: _, ...about } = fault;
    for (const value of Object.values(about)) expect(wordsIn(locale, fault)).toContain(`${value}`);
  });
});

it("every address message belongs to a fault", () => {
  expect(Object.keys(english.clientForm.addressProblems).toSorted()).toEqual(
    Object.keys(examples).toSorted(),
  );
});
