import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { CompanyRole } from "@/lib/core/company-role-values";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Disclosure } from "../ui/disclosure";
import { Timestamp } from "../ui/timestamp";
import type { PersonView } from "./people-views";
import { RoleField } from "./role-field";

interface PersonEntryProps {
  person: PersonView;
  /** Path of the page. */
  path: string;
  /** Roles that the viewer may give. */
  roles: readonly CompanyRole[];
}

/** A member of a company, with what the viewer may do about the membership. */
export function PersonEntry({ person, path, roles }: PersonEntryProps) {
  const { name, email, role, isSelf, isManaged, mayChange, mayLeave, userId } = person;
  const t = useTranslations("people");
  const roleName = useTranslations("shell.roles");
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:px-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="wrap-anywhere font-semibold">{name}</bdi>
          <span>{roleName(role)}</span>
          {isSelf ? <Badge tone="info">{t("you")}</Badge> : null}
          {isManaged ? <Badge>{t("managed")}</Badge> : null}
        </p>
        {email === null ? null : <p className="wrap-anywhere text-muted text-sm">{email}</p>}
        {isManaged ? <p className="text-muted text-sm">{t("managedWhy")}</p> : null}
      </div>
      <PersonTimes person={person} />
      {isManaged || !(mayChange || mayLeave) ? null : (
        <div className="flex flex-wrap items-start gap-x-6 gap-y-1 sm:col-span-2">
          {mayChange ? (
            <ChangePerson person={person} path={`${path}/${userId}`} roles={roles} />
          ) : null}
          {mayLeave ? <LeaveCompany action={`${path}/leave`} /> : null}
        </div>
      )}
    </li>
  );
}

function PersonTimes({ person: { since, lastSignedInAt } }: { person: PersonView }) {
  const t = useTranslations("people");
  return (
    <div className="text-muted text-sm sm:text-end">
      <p>
        {lastSignedInAt
          ? t.rich("lastSignIn", { when: () => <Timestamp value={lastSignedInAt} /> })
          : t("noSignIn")}
      </p>
      <p>{t.rich("since", { when: () => <Timestamp value={since} day /> })}</p>
    </div>
  );
}

const unseen = (words: ReactNode) => <span className="sr-only">{words}</span>;

interface ChangePersonProps {
  person: PersonView;
  /** Path of the person's forms. */
  path: string;
  /** Roles that the viewer may give. */
  roles: readonly CompanyRole[];
}

/** Changes a person's role or, for someone else, removes them. Works without JavaScript. */
function ChangePerson({ person, path, roles }: ChangePersonProps) {
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
function LeaveCompany({ action }: { action: string }) {
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
