import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ProfileNotice as ProfileNoticeCode, ProfileSection } from "@/lib/accounts/schemas";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { NameForm, type NameFormProps } from "./name-form";
import { PasswordForm } from "./password-form";
import { ProfileNotice } from "./profile-notice";
import { SecondFactorPanel, type SecondFactorPanelProps } from "./second-factor-panel";
import { SessionList, type SessionView } from "./session-list";

export interface ProfileScreenProps {
  person: NameFormProps;
  secondFactor: SecondFactorPanelProps;
  sessions: readonly SessionView[];
  /** The result of the last form, and its section of the page. */
  answer: { code: ProfileNoticeCode; section: ProfileSection } | null;
  /** The organization that sent the person here because it requires a second factor. */
  sentBy: string | null;
}

/** Everything a person can change about their own account. Works without JavaScript. */
export function ProfileScreen(props: ProfileScreenProps) {
  const { person, secondFactor, sessions, answer, sentBy } = props;
  const t = useTranslations("profile");
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
      {section("password", t("password.title"), <PasswordForm email={person.email} />)}
      {section(
        "second-factor",
        t("factor.title"),
        <SecondFactorPanel {...secondFactor} />,
        sentBy && !secondFactor.factor ? <Required by={sentBy} /> : null,
      )}
      {section("sessions", t("sessions.title"), <SessionList sessions={sessions} />)}
    </div>
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
