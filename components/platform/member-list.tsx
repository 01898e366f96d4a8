import { useTranslations } from "next-intl";
import type { FirstMembers } from "@/lib/platform/object-values";
import { ObjectLink, ObjectTable, RelatedList } from "./object-page";

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
            cell: ({ role }) => roles(role),
          },
        ]}
      />
    </RelatedList>
  );
}
