import { useTranslations } from "next-intl";
import { Field } from "../ui/field";
import { Select } from "../ui/select";

interface SandboxFieldProps {
  sandboxes: readonly SandboxView[];
  chosen: SandboxView;
  onChoose: (sandbox: SandboxView) => void;
}

/** The sandbox company in which something is tried. */
export function SandboxField({ sandboxes, chosen, onChoose }: SandboxFieldProps) {
  const t = useTranslations("developer.sandboxField");
  return (
    <Field label={t("label")} hint={t("hint")}>
      {(control) => (
        <Select
          {...control}
          options={sandboxes.map(({ companyId, name }) => ({
            value: String(companyId),
            label: t("choice", { name, id: companyId }),
          }))}
          value={String(chosen.companyId)}
          onChange={(event) => {
            const sandbox = sandboxes.find(
              ({ companyId }) => `${companyId}` === event.target.value,
            );
            if (sandbox) onChoose(sandbox);
          }}
        />
      )}
    </Field>
  );
}

/** A sandbox company in which a person can try a client. */
export interface SandboxView {
  companyId: number;
  name: string;
  /** The organization's own company. */
  isOwn: boolean;
  /** The person's role in the company; null if they are not a member. */
  role: "owner" | "admin" | "staff" | null;
}
