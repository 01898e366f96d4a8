import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { CompanyRole } from "@/lib/core/company-role-values";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Disclosure } from "../ui/disclosure";
import type { PersonView } from "./people-views";
import { RoleField } from "./role-field";

const unseen = (words: ReactNode) => <span className="sr-only">{words}</span>;

export interface ChangePersonProps {
  person: PersonView;
  /** Path of the person's forms. */
  path: string;
  /** Roles that the viewer may give. */
  roles: readonly CompanyRole[];
}

/** Changes a person's role or, for someone else, removes them. Works without JavaScript. */
export function ChangePerson({ person, path, roles }: ChangePersonProps) {
  const { name, role, isSelf } = person;
  const t = useTranslations("people.change");
  return (
    <Disclosure summary={<span>{t.rich("open", { name, unseen })}</span>}>
      <div className="grid max-w-form gap-6 pb-2">
        <form action={`${path}/role`} method="post" className="grid gap-4">
          <RoleField roles={roles} chosen={role} />
          <div>
            <Button type="submit">{t("save")}</Button>
          </div>
        </form>
        {isSelf ? null : (
          <form action={`${path}/remove`} method="post" className="grid gap-4">
            <Checkbox required label={t("confirm", { name })} />
            <div>
              <Button
                type="submit"
                variant="danger"
                className="h-auto max-w-full whitespace-normal"
              >
                <span>{t("remove", { name })}</span>
              </Button>
            </div>
          </form>
        )}
      </div>
    </Disclosure>
  );
}

/** Ends the viewer's own membership. Works without JavaScript. */
export function LeaveCompany({ action }: { action: string }) {
  const t = useTranslations("people.leave");
  return (
    <Disclosure summary={<span>{t.rich("open", { unseen })}</span>}>
      <form action={action} method="post" className="grid max-w-form gap-4 pb-2">
        <Checkbox required label={t("confirm")} />
        <div>
          <Button type="submit" variant="danger">
            {t("submit")}
          </Button>
        </div>
      </form>
    </Disclosure>
  );
}
