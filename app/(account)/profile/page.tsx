import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { type PageProps, titled } from "@/app/page-parts";
import { PlainAction } from "@/components/actions/plain-action";
import {
  CodeField,
  NameFields,
  NewPasswordField,
  PasswordField,
  UsernameHint,
} from "@/components/auth/account-fields";
import { ProviderPanel } from "@/components/profile/provider-panel";
import { SessionList } from "@/components/profile/session-list";
import { Hydrated } from "@/components/shell/hydrated";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Notice, type NoticeTone } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { PlainForm } from "@/components/ui/plain-form";
import { Timestamp } from "@/components/ui/timestamp";
import { firstValue } from "@/lib/core/http/search-params";
import { listSessions } from "@/lib/identity/account/profile";
import {
  type ProfileNotice as ProfileNoticeCode,
  type ProfileSection,
  profileNotices,
  profileSections,
} from "@/lib/identity/account/schemas";
import { describeSecondFactor } from "@/lib/identity/account/second-factor/second-factor";
import { requireSession } from "@/lib/identity/sessions/current-session";
import { listOrganizationMemberships } from "@/lib/identity/sessions/list-organization-memberships";
import { providerHref } from "@/lib/identity/sessions/sign-in-return-path";
import type { Session } from "@/lib/operation/access/session";
import { perform } from "@/lib/operation/perform";
import { describeLink } from "@/lib/platform/provider/link/link";

export const generateMetadata = titled("profile.title");

/** Everything a person can change about their own account. Works without JavaScript. */
export default async function ProfilePage(props: PageProps) {
  const query = await props.searchParams;
  const session = await requireSession("/profile");
  const caller = { session };
  const [factor, sessions, organizations, signIn] = await Promise.all([
    perform(describeSecondFactor, { caller }),
    perform(listSessions, { caller }),
    perform(listOrganizationMemberships, { caller }),
    perform(describeLink, { caller }),
  ]);
  const code = profileNotices.find((name) => name === firstValue(query, "notice"));
  const answered = profileSections.find((name) => name === firstValue(query, "section"));
  const sentBy = organizations.find(({ id }) => id === firstValue(query, "required_by"));
  const againHref = providerHref(sentBy ? `/organization/${sentBy.id}` : "/", "again");
  const requiredBy = organizations
    .filter((one) => one.requiresSecondFactor)
    .map(({ name }) => name);
  const { provider, hasPassword } = signIn;
  const t = await getTranslations("profile");
  const p = await getTranslations("provider.profile");
  const required =
    sentBy && !factor ? <Required by={sentBy.name}>{t("factor.requiredNext")}</Required> : null;
  const section = (id: ProfileSection, title: string, content: ReactNode, lead?: ReactNode) => (
    <div id={id} className="scroll-mt-4">
      <Panel title={title}>
        <div className="grid gap-5">
          {code && id === answered ? <ProfileNotice code={code} /> : lead}
          {content}
        </div>
      </Panel>
    </div>
  );
  return (
    <Hydrated>
      <div className="mx-auto grid w-full max-w-form gap-6">
        <PageHeader title={t("title")} description={t("description")} />
        {section(
          "name",
          t("name.title"),
          <NameForm {...session} isEmailVerified={signIn.isEmailVerified || !signIn.hasPassword} />,
        )}
        {provider
          ? section(
              "provider",
              p("title", { provider }),
              <ProviderPanel {...signIn} name={provider} email={session.email} />,
            )
          : null}
        {hasPassword
          ? section("password", t("password.title"), <PasswordForm email={session.email} />)
          : null}
        {hasPassword
          ? section(
              "second-factor",
              t("factor.title"),
              <SecondFactorPanel factor={factor} requiredBy={requiredBy} />,
              required,
            )
          : null}
        {!hasPassword && provider && sentBy
          ? section(
              "second-factor",
              t("factor.title"),
              <>
                <Required by={sentBy.name}>{p("factorThere", { provider })}</Required>
                <a href={againHref} className={buttonClass()}>
                  {p("again", { provider })}
                </a>
              </>,
            )
          : null}
        {section("sessions", t("sessions.title"), <SessionList sessions={sessions} />)}
      </div>
    </Hydrated>
  );
}

function Required({ by, children }: { by: string; children: ReactNode }) {
  const t = useTranslations("profile.factor");
  return (
    <Notice tone="warning" title={t.rich("required", { organization: () => <bdi>{by}</bdi> })}>
      <p>{children}</p>
    </Notice>
  );
}

interface NameFormProps extends Pick<Session, "firstName" | "lastName" | "email"> {
  /** Whether a mailed link proved that the address is theirs. */
  isEmailVerified: boolean;
}

function NameForm({ firstName, lastName, email, isEmailVerified }: NameFormProps) {
  const t = useTranslations("profile.name");
  return (
    <PlainForm action="/profile/name" submit={t("submit")}>
      <NameFields name={{ firstName, lastName }} />
      {email === null ? null : (
        <p className="text-muted text-sm">
          {t.rich("email", { email: () => <bdi className="text-ink">{email}</bdi> })}
          {isEmailVerified ? null : ` ${t("unverified")}`}
        </p>
      )}
    </PlainForm>
  );
}

function PasswordForm({ email }: { email: string | null }) {
  const t = useTranslations("profile.password");
  return (
    <PlainForm action="/profile/password" submit={t("submit")}>
      <UsernameHint email={email} />
      <PasswordField label={t("present")} />
      <NewPasswordField name="new_password" label={t("new")} />
      <p className="text-muted text-sm">{t("others")}</p>
    </PlainForm>
  );
}

const TONES: Readonly<Record<ProfileNoticeCode, NoticeTone>> = {
  name_saved: "success",
  name_invalid: "error",
  password_changed: "success",
  password_wrong: "error",
  password_invalid: "error",
  password_common: "error",
  password_personal: "error",
  session_ended: "success",
  sessions_ended: "success",
  second_factor_removed: "success",
  second_factor_kept: "error",
  recovery_codes_kept: "error",
  second_factor_on_already: "info",
  too_many_attempts: "error",
  provider_linked: "success",
  provider_taken: "error",
  provider_unlinked: "success",
};

function ProfileNotice({ code }: { code: ProfileNoticeCode }) {
  const t = useTranslations("profile.notices");
  return <Notice tone={TONES[code]} title={t(`${code}.title`)} live next={t(`${code}.next`)} />;
}

const FEW_CODES = 3;

interface SecondFactorPanelProps {
  /** Null while it is off. */
  factor: { since: Date; recoveryCodesLeft: number } | null;
  /** Organizations of the person that require one. */
  requiredBy: readonly string[];
}

function SecondFactorPanel({ factor, requiredBy }: SecondFactorPanelProps) {
  const t = useTranslations("profile.factor");
  if (!factor) {
    return (
      <PlainForm action="/profile/second-factor/start" submit={t("start")} variant="primary">
        <p>{t("why")}</p>
        <PasswordField label={t("ownPassword")} />
      </PlainForm>
    );
  }
  const { since, recoveryCodesLeft } = factor;
  return (
    <div className="grid gap-6">
      <p className="flex items-baseline gap-x-3">
        <Badge tone="success">{t("on")}</Badge>
        <span>
          {t.rich("since", { time: () => <Timestamp value={since} exact="minute" /> })}{" "}
          {t("codesLeft", { count: recoveryCodesLeft })}
        </span>
      </p>
      {recoveryCodesLeft < FEW_CODES ? (
        <Notice tone="warning" title={t("fewCodes")} next={t("fewCodesWhy")} />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <PlainAction label={t("renew")} action="/profile/second-factor/recovery-codes">
          <p>{t("renewWhat")}</p>
          <Proof />
        </PlainAction>
        <PlainAction
          label={t("remove")}
          submit={t("removeSubmit")}
          isDangerous
          action="/profile/second-factor/remove"
        >
          {requiredBy.length > 0 ? (
            <Notice
              tone="warning"
              title={t("lockedOut", { organizations: requiredBy.join(", ") })}
              next={t("lockedOutWhy")}
            />
          ) : null}
          <p>{t("removeWhat")}</p>
          <Proof />
        </PlainAction>
      </div>
    </div>
  );
}

/** The password, and a code of the second factor. */
function Proof() {
  const t = useTranslations("profile.factor");
  return (
    <>
      <PasswordField label={t("ownPassword")} />
      <CodeField label={t("code")} hint={t("codeHint")} />
    </>
  );
}
