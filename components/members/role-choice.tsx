import { useTranslations } from "next-intl";
import type { Role } from "./role";

export interface RoleChoiceProps {
  /** Roles to choose from. */
  roles: readonly Role[];
  value: Role;
  onChange: (role: Role) => void;
}

/** Chooses a role; each comes with a description. */
export function RoleChoice({ roles, value, onChange }: RoleChoiceProps) {
  const t = useTranslations("members");
  const named = useTranslations("shell.roles");
  return (
    <fieldset className="grid gap-1.5">
      <legend className="font-semibold">{t("role")}</legend>
      {roles.map((role) => (
        <label key={role} className="flex min-h-8 items-start gap-3 py-1">
          <input
            type="radio"
            name="role"
            value={role}
            checked={role === value}
            onChange={() => onChange(role)}
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
