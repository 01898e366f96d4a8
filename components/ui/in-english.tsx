import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { UNREACHABLE } from "@/lib/api/client/api-error";

/** Words of the API, which are English on pages of every language, unless nothing answered; nothing for none. */
export function inEnglish(text: string | undefined): ReactNode {
  return text ? <ApiWords text={text} /> : undefined;
}

function ApiWords({ text }: { text: string }) {
  const t = useTranslations("shell.actionError");
  return text === UNREACHABLE ? t("unreachable") : <bdi lang="en">{text}</bdi>;
}
