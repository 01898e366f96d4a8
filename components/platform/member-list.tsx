import { useTranslations } from "next-intl";
import type { FirstMembers } from "@/lib/platform/object-values";
import { ListTable } from "../list/list-table";
import { useColumns } from "./columns";
import { RelatedList } from "./object-page";

/** The people of a company or organization, owners first. */
export function MemberList({ members: { total, people } }: { members: FirstMembers }) {
  const t = useTranslations("platform.object");
  const { object, role } = useColumns<FirstMembers["people"][number]>();
  return (
    <RelatedList
      title={t("people", { total, shown: people.length })}
      empty={t("noPeople")}
      isEmpty={total === 0}
    >
      <ListTable
        caption={t("peopleCaption")}
        rows={people}
        rowKey={({ userId }) => userId}
        columns={[
          object("person", ({ userId, firstName, lastName, email }) => ({
            id: userId,
            name: `${firstName} ${lastName}`.trim() || (email ?? userId),
            beside: <bdi className="truncate text-muted">{email}</bdi>,
          })),
          role((person) => person.role),
        ]}
      />
    </RelatedList>
  );
}
