"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ParsedAddress } from "@/lib/core/addresses/registered-url";
import type { DraftErrors } from "./draft-errors";
import { useProblemWords } from "./use-problem-words";

export interface AddressCheck {
  value: string;
  parse: (text: string) => ParsedAddress;
  /** Whether the person has left the field. */
  left: boolean;
  /** The errors that still apply, and the key of the address in them. */
  errors: DraftErrors;
  place: string;
}

/**
 * The error of an address: that of the page's own check, in the reader's language, or else that of the last
 * submission.
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
