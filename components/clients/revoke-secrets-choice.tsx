"use client";

import { useTranslations } from "next-intl";
import type { FieldProblem } from "@/lib/api/client/api-error";
import { Checkbox } from "../ui/checkbox";

export interface RevokeSecretsChoiceProps {
  /** The field errors of the last attempt. */
  problems: readonly FieldProblem[];
  agreed: boolean;
  onChange: (agreed: boolean) => void;
}

/**
 * Asks whether the secrets named in the error may be revoked; nothing for other errors. The answer goes with the
 * next attempt.
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
