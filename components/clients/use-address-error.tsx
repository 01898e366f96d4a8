"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ParsedAddress } from "@/lib/kernel/addresses/parse-web-address";
import type { DraftErrors } from "./draft-errors";
import { useProblemWords } from "./use-problem-words";

export interface AddressCheck {
  value: string;
  parse: (text: string) => ParsedAddress;
  /** Whether the person has left the field. */
  left: boolean;
  /** That still stand, and where among them the address has its own. */
  errors: DraftErrors;
  place: string;
}

/**
 * What is wrong with an address: what the page finds by itself, in its own language, else what the
 * last submission said.
 */
export function useAddressError({ value, parse, left, errors, place }: AddressCheck): ReactNode {
  const t = useTranslations("clientForm.addressProblems");
  const problemWords = useProblemWords();
  const error = errors[place];
  const { fault } = (left || error) && value ? parse(value.trim()) : { fault: undefined };
  if (fault) {
    const { code, ...values } = fault;
    return t(code, values);
  }
  return problemWords(error);
}
