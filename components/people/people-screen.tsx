import { useTranslations } from "next-intl";
import { PEOPLE_PAGE_SIZE, type PeopleNotice } from "@/lib/tenants/people/values";
import { Notice, type NoticeTone } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Pagination } from "../ui/pagination";
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
  const { kind, name, path, roles } = tenant;
  return (
    <ShowSent>
      <PageHeader
        title={t(`titles.${kind}`)}
        description={t.rich("description", { kind, name: () => <bdi>{name}</bdi> })}
        actions={roles.length > 0 ? <InviteButton tenant={tenant} /> : null}
      />
      {notice ? <PeopleNoticeBox notice={notice} /> : null}
      <Panel padded={false}>
        <PeopleTable tenant={tenant} people={people} />
        <Pagination
          page={page}
          pageSize={PEOPLE_PAGE_SIZE}
          total={total}
          noun={t("noun", { kind, count: total })}
          hrefOf={(other) => `${path}?page=${other}`}
        />
      </Panel>
    </ShowSent>
  );
}

function PeopleNoticeBox({ notice }: { notice: PeopleNotice }) {
  const t = useTranslations("people.notices");
  const tone: NoticeTone = DONE.has(notice) ? "success" : "error";
  return (
    <Notice tone={tone} title={t(`${notice}.title`)} live>
      <p>{t(`${notice}.next`)}</p>
    </Notice>
  );
}
