import { useMessages, useTranslations } from "next-intl";
import type { DifferenceParts } from "@/lib/core/diagnosis/difference-schemas";

interface DifferenceWordsProps {
  parts: DifferenceParts;
  /** The API's text, for sentences that this page does not have. */
  english: string;
}

/** How a request differs from what is registered, in the reader's language. */
export function DifferenceWords({ parts, english }: DifferenceWordsProps) {
  const t = useTranslations("events.differences");
  const { differences } = useMessages().events;
  const sentences = parts.flatMap(({ name, values }) =>
    isKeyOf(differences, name) ? [t(name, values)] : [],
  );
  if (sentences.length < parts.length) return <bdi lang="en">{english}</bdi>;
  return <bdi>{sentences.join(" ")}</bdi>;
}

function isKeyOf<Names extends object>(names: Names, name: PropertyKey): name is keyof Names {
  return Object.hasOwn(names, name);
}
