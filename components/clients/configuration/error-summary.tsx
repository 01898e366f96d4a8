"use client";

import { useTranslations } from "next-intl";
import { Notice } from "../../ui/notice";
import { useProblemWords } from "../use-problem-words";
import { useClientFormState } from "./client-form-state";

/** That the last submission was rejected, and how many fields need a correction. */
export function ErrorSummary({ title }: { title: string }) {
  const t = useTranslations("clientForm.form");
  const problem = useProblemWords();
  const { errors } = useClientFormState();
  const root = errors.get("root");
  const count = errors.size - (root === undefined ? 0 : 1);
  if (errors.size === 0) return null;
  return (
    <div data-summary tabIndex={-1}>
      <Notice tone="error" title={title} live next={problem(root) ?? t("toCorrect", { count })} />
    </div>
  );
}
