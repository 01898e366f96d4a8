import { useTranslations } from "next-intl";
import type { FieldProblem } from "@/lib/api/client/api-error";
import { Checkbox, type ChoiceProps } from "../ui/checkbox";

/** Whether a person must agree that the secrets which the error names are revoked. */
export function asksToRevoke(problems: readonly FieldProblem[] = []): boolean {
  return problems.some(({ path }) => path === "revoke_secrets");
}

/** Agrees that secrets are revoked. The answer goes with the next attempt. */
export function RevokeSecretsChoice(props: Pick<ChoiceProps, "name" | "checked" | "onChange">) {
  const t = useTranslations("shell.actionError");
  return <Checkbox label={t("revokeSecrets")} description={t("revokeSecretsWhat")} {...props} />;
}
