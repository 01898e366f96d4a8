import { useMessages, useTranslations } from "next-intl";
import type { DifferenceParts } from "@/lib/core/diagnosis/difference-schemas";

/** How a request differs from what is registered. @param english the text for what this page has no sentence for */
export function DifferenceWords({ parts, english }: { parts: DifferenceParts; english: string }) {
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
