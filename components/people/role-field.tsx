import { useTranslations } from "next-intl";
import { Radio } from "../ui/radio";
import type { PeopleTenant, PersonView } from "./people-views";

export interface RoleFieldProps {
  tenant: PeopleTenant;
  chosen: PersonView["role"];
}

/** Radio buttons for the roles that the viewer may give, with descriptions. Works without JavaScript. */
export function RoleField({ tenant: { kind, roles }, chosen }: RoleFieldProps) {
  const t = useTranslations("people");
  const roleName = useTranslations("shell.roles");
  return (
    <fieldset className="grid gap-1.5">
      <legend className="font-semibold">{t("table.role")}</legend>
      {roles.map((role) => (
        <Radio key={role} name="role" value={role} defaultChecked={role === chosen}>
          <span>{roleName(role)}</span>
          <span className="text-muted text-sm">{t(`roles.${role}`, { kind })}</span>
        </Radio>
      ))}
    </fieldset>
  );
}
