import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { errorTable, isErrorCode } from "@/lib/core/errors";
import { locales } from "@/lib/core/i18n/locales";
import { english, messages } from "@/lib/core/i18n/messages";

/** Names of a message's arguments and tags. */
function filledWith(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      const inner = Object.values(element.options).flatMap(({ value }) => filledWith(value));
      return [element.value, ...inner];
    }
    if (element.type === TYPE.tag) return [element.value, ...filledWith(element.children)];
    return [element.value];
  });
}

/** Every message by its full name. */
function flatten(tree: object, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    if (typeof value === "string") return [[prefix + name, value]];
    return typeof value === "object" && value !== null ? flatten(value, `${prefix}${name}.`) : [];
  });
}

const reference = new Map(flatten(english));

describe.each(locales)("the messages in %s", (locale) => {
  const all = new Map(flatten(messages[locale]));

  it("have the keys and arguments of English, and a text for each", () => {
    expect([...all.keys()].toSorted()).toEqual([...reference.keys()].toSorted());
    for (const [name, text] of all) {
      const ownArguments = new Set(filledWith(parse(text)));
      const expected = new Set(filledWith(parse(reference.get(name) ?? "")));
      expect([...ownArguments].toSorted(), name).toEqual([...expected].toSorted());
      expect(text.trim(), name).not.toBe("");
    }
  });
});

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
