import { useTranslations } from "next-intl";
import { PEOPLE_PAGE_SIZE, type PeopleNotice } from "@/lib/tenants/people/values";
import { FilteredList } from "../list/filtered-list";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { InviteButton } from "./people-actions";
import { PeopleTable } from "./people-table";
import type { PeopleTenant, PersonView } from "./people-views";
import { ShowSent } from "./sent-notice";

interface PeopleScreenProps {
  tenant: PeopleTenant;
  /** Open invitations first, then members. */
  people: readonly PersonView[];
  /** Which page of the list, from 1. */
  page: number;
  /** Members over all pages. */
  total: number;
  /** The outcome of the last form, if there was one. */
  notice?: PeopleNotice | null;
}

const DONE = new Set<PeopleNotice>(["invited", "invitation_revoked", "role_changed", "removed"]);

/** The people of a company or organization and the open invitations. A company's works without JavaScript. */
export function PeopleScreen({ tenant, people, page, total, notice }: PeopleScreenProps) {
  const t = useTranslations("people");
  const notices = useTranslations("people.notices");
  const { kind, name, path, roles } = tenant;
  return (
    <ShowSent>
      <PageHeader
        title={t(`titles.${kind}`)}
        description={t.rich("description", { kind, name: () => <bdi>{name}</bdi> })}
        actions={roles.length > 0 ? <InviteButton tenant={tenant} /> : null}
      />
      {notice ? (
        <Notice
          tone={DONE.has(notice) ? "success" : "error"}
          title={notices(`${notice}.title`)}
          next={notices(`${notice}.next`)}
          live
        />
      ) : null}
      <Panel padded={false}>
        <FilteredList
          path={path}
          state={{ page }}
          pages={{ total, size: PEOPLE_PAGE_SIZE, noun: t("noun", { kind, count: total }) }}
          nothingYet={null}
        >
          <PeopleTable tenant={tenant} people={people} />
        </FilteredList>
      </Panel>
    </ShowSent>
  );
}
