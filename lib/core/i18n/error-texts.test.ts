import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import { errorTable, isErrorCode } from "@/lib/core/errors";
import { locales } from "@/lib/core/i18n/locales";
import { messages } from "@/lib/core/i18n/messages";

const codes = Object.keys(errorTable).filter(isErrorCode);

it.each(locales)("every error code has a title, a reason, and a next step in %s", (locale) => {
  const explained = messages[locale].errors.codes;
  expect(Object.keys(explained).toSorted()).toEqual(codes.toSorted());
  for (const code of codes) {
    expect(explained[code], code).toEqual({
      title: expect.stringMatching(/\S/),
      why: expect.stringMatching(/\S/),
      next: expect.stringMatching(/\S/),
    });
  }
});

it("error codes have the same English text on the page and in the API", () => {
  const t = createTranslator({ locale: "en", messages: messages.en, namespace: "errors.codes" });
  for (const code of codes) {
    const { title, why, next } = errorTable[code];
    expect([t(`${code}.title`), t(`${code}.why`), t(`${code}.next`)]).toEqual([title, why, next]);
  }
});
