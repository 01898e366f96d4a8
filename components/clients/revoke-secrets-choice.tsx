"use client";

import { useTranslations } from "next-intl";
import type { FieldProblem } from "@/lib/api-client/api-error";
import { Checkbox } from "../ui/checkbox";

export interface RevokeSecretsChoiceProps {
  /** What the API said about the fields of the last attempt. */
  problems: readonly FieldProblem[];
  agreed: boolean;
  onChange: (agreed: boolean) => void;
}

/**
 * Asks whether the secrets that a refusal names may be revoked; nothing where it is about something else. The
 * next attempt carries the answer.
 */
export function RevokeSecretsChoice({ problems, agreed, onChange }: RevokeSecretsChoiceProps) {
  const t = useTranslations("shell.actionError");
  if (!problems.some(({ path }) => path === "revoke_secrets")) return null;
  return (
    <Checkbox
      label={t("revokeSecrets")}
      description={t("revokeSecretsWhat")}
      checked={agreed}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
