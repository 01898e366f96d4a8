import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { CompanyRole } from "@/lib/core/company-role-values";
import type { PeopleNotice } from "@/lib/tenants/companies/people/values";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { ListPanel } from "../ui/list-panel";
import { Notice, type NoticeTone } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Pagination } from "../ui/pagination";
import { Panel } from "../ui/panel";
import { TextInput } from "../ui/text-input";
import { Timestamp } from "../ui/timestamp";
import type { OpenInvitationView, PersonView } from "./people-views";
import { PersonEntry } from "./person-entry";
import { RoleField } from "./role-field";

interface PeopleScreenProps {
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

interface InvitePersonFormProps {
  action: string;
  /** Roles that the viewer may give. */
  roles: readonly CompanyRole[];
}

/** Invites someone to a company by email. Works without JavaScript. */
function InvitePersonForm({ action, roles }: InvitePersonFormProps) {
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

interface OpenInvitationProps {
  invitation: OpenInvitationView;
  /** Path of the invitation's forms. */
  path: string;
}

/** An open invitation to a company, to be sent again or revoked. Works without JavaScript. */
function OpenInvitation({ invitation, path }: OpenInvitationProps) {
  const { email, role, inviterName, expiresAt, expired, mayChange } = invitation;
  const t = useTranslations("people.open");
  const roleName = useTranslations("shell.roles");
  const words = {
    email,
    unseen: (chunks: ReactNode) => <span className="sr-only">{chunks}</span>,
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <bdi className="wrap-anywhere font-semibold">{email}</bdi>
          <span>{roleName(role)}</span>
          {expired ? <Badge tone="warning">{t("runOut")}</Badge> : null}
        </p>
        <p className="text-muted text-sm">
          {inviterName ? (
            <>{t.rich("invitedBy", { name: () => <bdi>{inviterName}</bdi> })} </>
          ) : null}
          {t.rich(expired ? "worked" : "works", { time: () => <Timestamp value={expiresAt} /> })}
        </p>
      </div>
      {mayChange ? (
        <div className="flex flex-wrap gap-2">
          <form action={`${path}/resend`} method="post">
            <Button type="submit" size="small">
              <span>{t.rich("resend", words)}</span>
            </Button>
          </form>
          <form action={`${path}/revoke`} method="post">
            <Button type="submit" size="small">
              <span>{t.rich("revoke", words)}</span>
            </Button>
          </form>
        </div>
      ) : null}
    </li>
  );
}
