import { createTranslator } from "next-intl";
import { english } from "@/lib/core/i18n/messages";

/** A sentence on how a request differs from what is registered: a message of `events.differences` and its values. */
export type DifferencePart = {
  name: keyof typeof english.events.differences;
  values: Record<string, string>;
};

/** How a request differs from what is registered or granted. */
export type Difference = readonly DifferencePart[];

/** One sentence. @param values `none` stands for nothing where the message says so */
export function differ(
  name: DifferencePart["name"],
  values: DifferencePart["values"] = {},
): DifferencePart {
  return { name, values };
}

/** The same sentences with other values. */
export function mapValues(
  difference: Difference,
  change: (value: string) => string,
): DifferencePart[] {
  return difference.map(({ name, values }) => {
    const entries = Object.entries(values).map(([key, value]) => [key, change(value)] as const);
    return { name, values: Object.fromEntries(entries) };
  });
}

const inEnglish = createTranslator({
  locale: "en",
  messages: english,
  namespace: "events.differences",
});

/** A difference in plain English. Pages translate the same messages. */
export function describeDifference(difference: Difference): string {
  return difference.map(({ name, values }) => inEnglish(name, values)).join(" ");
}
