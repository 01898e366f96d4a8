import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { type Fix, fixSchema } from "@/lib/core/diagnosis/fix-schemas";
import { locales } from "@/lib/core/i18n/locales";
import { messages } from "@/lib/core/i18n/messages";
import { describeFix } from "@/lib/requests/log/serialize";
import { fixWords } from "./request-fix";

/** The kinds of fixes that have no values. */
const PLAIN = fixSchema.options
  .filter(({ shape }) => Object.keys(shape).length === 1)
  .map(({ shape }) => shape.kind.value);

const examples = [
  ...PLAIN.map((kind) => ({ kind })),
  { kind: "register_redirect_url", url: "https://shop.example/fp/auth" },
  { kind: "register_scopes", scopes: ["company/orders/read", "company/profile"] },
  { kind: "register_scopes", scopes: [] },
  { kind: "register_grant", grant: "refresh_token" },
  { kind: "set_parameter", name: "response_type", value: "code" },
  { kind: "set_parameter", name: "state", value: null },
  { kind: "remove_parameter", name: "client_secret" },
  { kind: "send_parameter_once", name: "code" },
  { kind: "move_parameter_to_body", name: "refresh_token" },
  { kind: "set_content_type", value: "application/json" },
  { kind: "use_other_company", company_id: 4711 },
  { kind: "use_other_company", company_id: null },
  { kind: "use_other_organization", organization_id: "6740f1c2a9d34e0b7c51f300" },
  { kind: "use_other_organization", organization_id: null },
  { kind: "request_scopes", scopes: ["company/orders/read"] },
  { kind: "exchange_within", seconds: 60 },
  { kind: "wait", seconds: 1200 },
].map((fix) => fixSchema.parse(fix));

function wordsIn(locale: (typeof locales)[number], fix: Fix) {
  const t = createTranslator({ locale, messages: messages[locale], namespace: "events.fixes" });
  return fixWords(t, { ...fix, text: "As the API says it." });
}

it("the examples cover every kind of fix", () => {
  const kinds = fixSchema.options.map(({ shape }) => shape.kind.value);
  expect([...new Set(examples.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted());
});

describe.each(examples)("the fix $kind", (fix) => {
  it("has the same English text on the page and in the API", () => {
    expect(wordsIn("en", fix)).toEqual({ text: describeFix(fix), isEnglish: false });
  });

  it.each(locales)("contains all of its values in %s", (locale) => {
    const { kind: _, ...about } = fix;
    const namedValues = Object.values(about)
      .flat()
      .filter((value) => value !== null);
    for (const value of namedValues) expect(wordsIn(locale, fix).text).toContain(String(value));
  });
});

it("a fix that the pages do not know keeps the API's text", () => {
  const t = createTranslator({ locale: "de", messages: messages.de, namespace: "events.fixes" });
  expect(fixWords(t, { kind: "pray", text: "Pray." })).toEqual({ text: "Pray.", isEnglish: true });
});
