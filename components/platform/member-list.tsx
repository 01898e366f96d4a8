import { useTranslations } from "next-intl";
import { companyRoles } from "@/lib/core/company-role-values";
import { organizationRoles } from "@/lib/core/permissions";
import type { FirstMembers } from "@/lib/platform/members/read-first-members";
import { ObjectLink, ObjectTable, RelatedList } from "./object-page";

const ROLES = [...organizationRoles, ...companyRoles];

/** The people of a company or organization, owners first. */
export function MemberList({ members }: { members: FirstMembers }) {
  const t = useTranslations("platform.object");
  const roles = useTranslations("shell.roles");
  const { total, people } = members;
  return (
    <RelatedList
      title={t("people", { total, shown: people.length })}
      empty={t("noPeople")}
      isEmpty={total === 0}
    >
      <ObjectTable
        caption={t("peopleCaption")}
        rows={people}
        rowKey={({ userId }) => userId}
        columns={[
          {
            key: "name",
            label: t("person"),
            cell: ({ userId, firstName, lastName, email }) => (
              <span className="flex min-w-0 items-baseline gap-x-2">
                <ObjectLink
                  kind="person"
                  id={userId}
                  name={`${firstName} ${lastName}`.trim() || (email ?? userId)}
                />
                <bdi className="truncate text-muted">{email}</bdi>
              </span>
            ),
          },
          {
            key: "role",
            label: t("role"),
            width: "sm:w-32",
            align: "end",
            cell: ({ role }) => {
              const known = ROLES.find((one) => one === role);
              return known ? roles(known) : role;
            },
          },
        ]}
      />
    </RelatedList>
  );
}
