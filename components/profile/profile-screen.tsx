import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type {
  ProfileNotice as ProfileNoticeCode,
  ProfileSection,
} from "@/lib/identity/account/schemas";
import { NameFields, NewPasswordField, PasswordField, UsernameHint } from "../auth/account-fields";
import { buttonClass } from "../ui/button";
import { Notice, type NoticeTone } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { PlainForm } from "../ui/plain-form";
import { ProviderPanel, type ProviderPanelProps } from "./provider-panel";
import { SecondFactorPanel, type SecondFactorPanelProps } from "./second-factor-panel";
import { SessionList, type SessionView } from "./session-list";

interface PersonView {
  firstName: string;
  lastName: string;
  email: string | null;
  /** Whether a mailed link proved that the address is theirs. */
  emailVerified: boolean;
}

interface ProfileScreenProps {
  person: PersonView;
  secondFactor: SecondFactorPanelProps;
  /** How the person signs in. */
  signIn: {
    /** Name of the sign-in provider, or null. */
    provider: string | null;
    isLinked: boolean;
    hasPassword: boolean;
    platformAccess: ProviderPanelProps["platformAccess"];
    /** Where the person signs in at the provider again, with its second factor. */
    againHref: string;
  };
  sessions: readonly SessionView[];
  /** The result of the last form, and its section of the page. */
  answer: { code: ProfileNoticeCode; section: ProfileSection } | null;
  /** The organization that sent the person here because it requires a second factor. */
  sentBy: string | null;
}

/** Everything a person can change about their own account. Works without JavaScript. */
export function ProfileScreen(props: ProfileScreenProps) {
  const { person, secondFactor, signIn, sessions, answer, sentBy } = props;
  const { provider, hasPassword } = signIn;
  const t = useTranslations("profile");
  const p = useTranslations("provider.profile");
  const required =
    sentBy && !secondFactor.factor ? (
      <Required by={sentBy}>{t("factor.requiredNext")}</Required>
    ) : null;
  const section = (id: ProfileSection, title: string, content: ReactNode, lead?: ReactNode) => (
    <div id={id} className="scroll-mt-4">
      <Panel title={title}>
        <div className="grid gap-5">
          {answer?.section === id ? <ProfileNotice code={answer.code} /> : lead}
          {content}
        </div>
      </Panel>
    </div>
  );
  return (
    <div className="mx-auto grid w-full max-w-form gap-6">
      <PageHeader title={t("title")} description={t("description")} />
      {section("name", t("name.title"), <NameForm {...person} />)}
      {provider
        ? section(
            "provider",
            p("title", { provider }),
            <ProviderPanel {...signIn} name={provider} email={person.email} />,
          )
        : null}
      {hasPassword
        ? section("password", t("password.title"), <PasswordForm email={person.email} />)
        : null}
      {hasPassword
        ? section(
            "second-factor",
            t("factor.title"),
            <SecondFactorPanel {...secondFactor} />,
            required,
          )
        : null}
      {!hasPassword && provider && sentBy
        ? section(
            "second-factor",
            t("factor.title"),
            <>
              <Required by={sentBy}>{p("factorThere", { provider })}</Required>
              <a href={signIn.againHref} className={buttonClass()}>
                {p("again", { provider })}
              </a>
            </>,
          )
        : null}
      {section("sessions", t("sessions.title"), <SessionList sessions={sessions} />)}
    </div>
  );
}

/** Says which organization requires a second factor, and what to do. */
function Required({ by, children }: { by: string; children: ReactNode }) {
  const t = useTranslations("profile.factor");
  return (
    <Notice tone="warning" title={t.rich("required", { organization: () => <bdi>{by}</bdi> })}>
      <p>{children}</p>
    </Notice>
  );
}

/** The person's own name. */
function NameForm({ firstName, lastName, email, emailVerified }: PersonView) {
  const t = useTranslations("profile.name");
  return (
    <PlainForm action="/profile/name" submit={t("submit")}>
      <NameFields name={{ firstName, lastName }} />
      {email === null ? null : (
        <p className="text-muted text-sm">
          {t.rich("email", { email: () => <bdi className="text-ink">{email}</bdi> })}
          {emailVerified ? null : ` ${t("unverified")}`}
        </p>
      )}
    </PlainForm>
  );
}

/** Changes the password of a person who knows the current one. */
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

/** The result of a form of the profile. */
function ProfileNotice({ code }: { code: ProfileNoticeCode }) {
  const t = useTranslations("profile.notices");
  return <Notice tone={TONES[code]} title={t(`${code}.title`)} live next={t(`${code}.next`)} />;
}
