import { useTranslations } from "next-intl";
import { Radio } from "../ui/radio";
import type { Role } from "./member-views";

export interface RoleChoiceProps {
  /** Roles to choose from. */
  roles: readonly Role[];
  value: Role;
  onChange: (role: Role) => void;
}

/** Radio buttons for roles, with descriptions. */
export function RoleChoice({ roles, value, onChange }: RoleChoiceProps) {
  const t = useTranslations("members");
  const roleName = useTranslations("shell.roles");
  return (
    <fieldset className="grid gap-1.5">
      <legend className="font-semibold">{t("role")}</legend>
      {roles.map((role) => (
        <Radio
          key={role}
          name="role"
          value={role}
          checked={role === value}
          onChange={() => onChange(role)}
        >
          <span>{roleName(role)}</span>
          <span className="text-muted text-sm">{t(`roles.${role}`)}</span>
        </Radio>
      ))}
    </fieldset>
  );
}
