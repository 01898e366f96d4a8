import { useMessages, useTranslations } from "next-intl";
import { checkNames } from "@/lib/core/diagnosis/check-values";
import { eventKindNames, eventKinds } from "@/lib/protocol/events/values";
import type { Request } from "@/lib/requests/log/schemas";

/** Why a request was denied, in two or three words. @param check that failed */
export function shortCause(
  t: ReturnType<typeof useTranslations<"requests">>,
  check: string,
): string {
  const knownCheck = checkNames.find((name) => name === check);
  return knownCheck ? t(`causes.${knownCheck}`) : t("causes.other", { check });
}

const ISSUED = ["authorization_code", "offline", "online", "client_credentials"] as const;

/** What was issued, in the reader's language; null if it was nothing. */
export function issuedWords(
  t: ReturnType<typeof useTranslations<"requests">>,
  { kind, code, outcome }: Pick<Request, "kind" | "code" | "outcome">,
): string | null {
  if (outcome !== "allowed") return null;
  if (kind === "refresh") return t("issued.refresh");
  const issuedCode = ISSUED.find((name) => name === code);
  return issuedCode ? t(`issued.${issuedCode}`) : null;
}

/** What went wrong, in the reader's language. @param check that failed */
export function causeWords(t: ReturnType<typeof useTranslations<"causes">>, check: string): string {
  const knownCheck = checkNames.find((name) => name === check);
  return knownCheck ? t(knownCheck) : t("other", { check });
}

/** Names of kinds of requests. One without a name of its own has that of its group. */
export function useKindWords(): (kind: string) => string {
  const t = useTranslations("requests.filters.kinds");
  const names: Readonly<Record<string, string>> = useMessages().requests.kinds;
  return (kind) => {
    const knownKind = eventKindNames.find((name) => name === kind);
    return names[kind] ?? (knownKind ? t(eventKinds[knownKind].group) : kind);
  };
}

/** What a request ended with: a status, an error code, or what was issued. */
export function resultOf({ status, code, outcome }: Request): string {
  if (code === "authorization_code") return "code";
  return code ?? (status === null ? outcome : String(status));
}

/** How good or bad a result is. */
export function toneOf({ status, outcome }: Request): "good" | "bad" | "neutral" {
  if (outcome === "denied" || (status !== null && status >= 500)) return "bad";
  return outcome === "declined" || (status !== null && status >= 400) ? "neutral" : "good";
}

/** The beginning and the end of a path; the end stays visible when there is little room. */
export function splitPath(path: string): { start: string; end: string } {
  const own = path.replace(
    /^\/service\/panel\/authentication\/v1\.0(\/(company|organization)\/\w+)?/,
    "…",
  );
  const cut = own.length > 24 ? Math.max(own.lastIndexOf("/", own.length - 2), own.length - 22) : 0;
  return { start: own.slice(0, cut), end: own.slice(cut) };
}
