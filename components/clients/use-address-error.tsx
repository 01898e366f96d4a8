"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ParsedAddress } from "@/lib/core/addresses/registered-url";
import { useProblemWords } from "./use-problem-words";

export interface AddressCheck {
  value: string;
  parse: (text: string) => ParsedAddress;
  /** Whether the person is still typing. */
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
