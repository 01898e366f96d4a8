import { useTranslations } from "next-intl";
import type { CompanyRole } from "@/lib/kernel/company-role-values";

export interface RoleFieldProps {
  /** Roles to choose from. */
  roles: readonly CompanyRole[];
  chosen: CompanyRole;
}

/** Chooses a role in a company; each comes with a description. Works without JavaScript. */
export function RoleField({ roles, chosen }: RoleFieldProps) {
  const t = useTranslations("people");
  const named = useTranslations("shell.roles");
  return (
    <fieldset className="grid gap-1.5">
      <legend className="font-semibold">{t("change.role")}</legend>
      {roles.map((role) => (
        <label key={role} className="flex min-h-8 items-start gap-3 py-1">
          <input
            type="radio"
            name="role"
            value={role}
            defaultChecked={role === chosen}
            className="mt-0.5 size-5 shrink-0 accent-primary"
          />
          <span className="grid gap-0.5">
            <span>{named(role)}</span>
            <span className="text-muted text-sm">{t(`roles.${role}`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
