import { useTranslations } from "next-intl";
import type { CompanyRole } from "@/lib/core/company-role-values";
import { Radio } from "../ui/radio";

export interface RoleFieldProps {
  /** Roles to choose from. */
  roles: readonly CompanyRole[];
  chosen: CompanyRole;
}

/** Radio buttons for the roles in a company, with descriptions. Works without JavaScript. */
export function RoleField({ roles, chosen }: RoleFieldProps) {
  const t = useTranslations("people");
  const roleName = useTranslations("shell.roles");
  return (
    <fieldset className="grid gap-1.5">
      <legend className="font-semibold">{t("change.role")}</legend>
      {roles.map((role) => (
        <Radio key={role} name="role" value={role} defaultChecked={role === chosen}>
          <span>{roleName(role)}</span>
          <span className="text-muted text-sm">{t(`roles.${role}`)}</span>
        </Radio>
      ))}
    </fieldset>
  );
}
