import { useTranslations } from "next-intl";
import type { CompanyRole } from "@/lib/core/company-role-values";
import type { PeopleNotice } from "@/lib/tenants/companies/people/values";
import { ListPanel } from "../ui/list-panel";
import { Notice, type NoticeTone } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Pagination } from "../ui/pagination";
import { Panel } from "../ui/panel";
import { InvitePersonForm } from "./invite-person-form";
import { OpenInvitation } from "./open-invitation";
import type { OpenInvitationView, PersonView } from "./people-views";
import { PersonEntry } from "./person-entry";

export interface PeopleScreenProps {
  companyName: string;
  /** Path of this page. */
  path: string;
  people: readonly PersonView[];
  /** Which page of the list, from 1. */
  page: number;
  pageSize: number;
  /** People over all pages. */
  total: number;
  invitations: readonly OpenInvitationView[];
  /** Roles that the viewer may give; empty for viewers who may not invite. */
  roles: readonly CompanyRole[];
  /** The outcome of the last form, if there was one. */
  notice: PeopleNotice | null;
}

const DONE = new Set<PeopleNotice>(["invited", "invitation_revoked", "role_changed", "removed"]);

/** A company's people, its open invitations, and a form to invite someone. Works without JavaScript. */
export function PeopleScreen(props: PeopleScreenProps) {
  const { companyName, path, people, page, pageSize, total, invitations, roles, notice } = props;
  const t = useTranslations("people");
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t.rich("description", { company: () => <bdi>{companyName}</bdi> })}
      />
      {notice ? <PeopleNoticeBox notice={notice} /> : null}
      <Panel padded={false}>
        <ul className="divide-y divide-line">
          {people.map((person) => (
            <PersonEntry key={person.userId} person={person} path={path} roles={roles} />
          ))}
        </ul>
        <Pagination
          page={page}
          pageSize={pageSize}
          total={total}
          noun={t("noun", { count: total })}
          hrefOf={(other) => `${path}?page=${other}`}
        />
      </Panel>
      {roles.length > 0 ? (
        <Panel title={t("invite.title")} description={t("invite.description")}>
          <InvitePersonForm action={`${path}/invite`} roles={roles} />
        </Panel>
      ) : null}
      {invitations.length > 0 ? (
        <ListPanel title={t("open.title")}>
          {invitations.map((invitation) => (
            <OpenInvitation
              key={invitation.id}
              invitation={invitation}
              path={`${path}/invitations/${invitation.id}`}
            />
          ))}
        </ListPanel>
      ) : null}
    </>
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
