import { useTranslations } from "next-intl";
import type { CompanyRole } from "@/lib/core/company-role-values";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";
import { RoleField } from "./role-field";

export interface InvitePersonFormProps {
  action: string;
  /** Roles that the viewer may give. */
  roles: readonly CompanyRole[];
}

/** Invites someone to a company by email. Works without JavaScript. */
export function InvitePersonForm({ action, roles }: InvitePersonFormProps) {
  const t = useTranslations("people.invite");
  return (
    <form action={action} method="post" className="grid max-w-form gap-5">
      <Field label={t("email")}>
        {(control) => (
          <TextInput
            {...control}
            name="email"
            type="email"
            autoComplete="off"
            maxLength={200}
            required
          />
        )}
      </Field>
      <RoleField roles={roles} chosen="staff" />
      <div>
        <Button type="submit" variant="primary">
          {t("submit")}
        </Button>
      </div>
    </form>
  );
}
