"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ParsedAddress } from "@/lib/core/addresses/registered-url";
import { inEnglish } from "../ui/in-english";

/** Problems that a person can cause in a form of ours, as the schemas word them. */
const PROBLEMS = [
  ["tooShort", /must have at least (\d+) characters?\.$/],
  ["tooLong", /must have at most (\d+) characters\.$/],
  ["tooManyTags", /must have at most (\d+) tags\.$/],
  ["tooManyAddresses", /must have at most (\d+) addresses\.$/],
  ["tooManyScopes", /must name at most (\d+) scopes\.$/],
  ["seconds", /must be a whole number of seconds from (\d+) to (\d+)\.$/],
  ["notIds", /must be an integer from 1 to \d+\.$/],
  ["control", /must not contain control or direction characters\.$/],
  ["blank", /must contain a visible character\.$/],
] as const;

/** Puts a field's error into the reader's language; quotes messages without a translation. */
export function useProblemWords(): (problem: string | undefined) => ReactNode {
  const t = useTranslations("clientForm.problems");
  return (problem) => {
    for (const [key, pattern] of PROBLEMS) {
      const [found, first, second] = pattern.exec(problem ?? "") ?? [];
      if (found) return t(key, { first: Number(first), second: Number(second) });
    }
    return inEnglish(problem);
  };
}

/** A message of the API as a sentence. @param subject what is wrong; "It" right under the field that it is about */
export function problemSentence(message: string, subject = "It"): string {
  return /^[a-z]/.test(message) ? `${subject} ${message}.` : message;
}

interface AddressCheck {
  value: string;
  parse: (text: string) => ParsedAddress;
  isFocused: boolean;
  /** What the last submission said about it. */
  message: string | undefined;
}

/** The error of an address: that of the page's own check, in the reader's language, or else that of the submission. */
export function useAddressError({ value, parse, isFocused, message }: AddressCheck): ReactNode {
  const t = useTranslations("clientForm.addressProblems");
  const problemWords = useProblemWords();
  const { fault } = (!isFocused || message) && value ? parse(value.trim()) : { fault: undefined };
  if (fault) {
    const { code, ...values } = fault;
    return t(code, values);
  }
  return problemWords(message);
}
