"use client";

import { useTranslations } from "next-intl";
import { useFormState } from "react-hook-form";
import { Notice } from "../../ui/notice";
import { useProblemWords } from "../use-problem-words";
import type { ClientValues } from "./client-values";

/** That the last submission was rejected, and how many fields need a correction. */
export function ErrorSummary({ title }: { title: string }) {
  const t = useTranslations("clientForm.form");
  const problem = useProblemWords();
  const { errors } = useFormState<ClientValues>();
  const { root, ...fields } = errors;
  const count = countMessages(fields);
  if (!root && count === 0) return null;
  return (
    <div data-summary tabIndex={-1}>
      <Notice tone="error" title={title} live>
        <p>{problem(root?.message) ?? t("toCorrect", { count })}</p>
      </Notice>
    </div>
  );
}

function countMessages(errors: object): number {
  return Object.values(errors).reduce<number>((count, error) => {
    if (typeof error !== "object" || error === null) return count;
    return count + ("message" in error && error.message ? 1 : countMessages(error));
  }, 0);
}
