import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type {
  ProfileNotice as ProfileNoticeCode,
  ProfileSection,
} from "@/lib/identity/account/schemas";
import { NewPasswordField, PasswordField, UsernameHint } from "../auth/account-fields";
import { Button, buttonClass } from "../ui/button";
import { Notice, type NoticeTone } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { NameForm, type NameFormProps } from "./name-form";
import { ProviderPanel, type ProviderPanelProps } from "./provider-panel";
import { SecondFactorPanel, type SecondFactorPanelProps } from "./second-factor-panel";
import { SessionList, type SessionView } from "./session-list";

interface ProfileScreenProps {
  person: NameFormProps;
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
  const required = sentBy && !secondFactor.factor ? <Required by={sentBy} /> : null;
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
            <FactorAtProvider by={sentBy} provider={provider} href={signIn.againHref} />,
          )
        : null}
      {section("sessions", t("sessions.title"), <SessionList sessions={sessions} />)}
    </div>
  );
}

/** For a person whose second factor is at the provider. */
function FactorAtProvider(props: { by: string; provider: string; href: string }) {
  const { by, provider, href } = props;
  const t = useTranslations("profile.factor");
  const p = useTranslations("provider.profile");
  return (
    <>
      <Notice tone="warning" title={t.rich("required", { organization: () => <bdi>{by}</bdi> })}>
        <p>{p("factorThere", { provider })}</p>
      </Notice>
      <div>
        <a href={href} className={buttonClass()}>
          {p("again", { provider })}
        </a>
      </div>
    </>
  );
}

function Required({ by }: { by: string }) {
  const t = useTranslations("profile.factor");
  return (
    <Notice tone="warning" title={t.rich("required", { organization: () => <bdi>{by}</bdi> })}>
      <p>{t("requiredNext")}</p>
    </Notice>
  );
}

/** Changes the password of a person who knows the current one. */
function PasswordForm({ email }: { email: string | null }) {
  const t = useTranslations("profile.password");
  return (
    <form action="/profile/password" method="post" className="grid gap-5">
      <UsernameHint email={email} />
      <PasswordField label={t("present")} />
      <NewPasswordField name="new_password" label={t("new")} />
      <p className="text-muted text-sm">{t("others")}</p>
      <div>
        <Button type="submit">{t("submit")}</Button>
      </div>
    </form>
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
  return (
    <Notice tone={TONES[code]} title={t(`${code}.title`)} live>
      <p>{t(`${code}.next`)}</p>
    </Notice>
  );
}
