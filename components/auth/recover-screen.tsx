import { useTranslations } from "next-intl";
import { FocusFrame } from "../ui/focus-frame";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { PlainForm } from "../ui/plain-form";
import { NewPasswordField, UsernameHint } from "./account-fields";

interface RecoverScreenProps {
  /** Where the form posts to; the token in it authorizes the request. */
  action: string;
  email: string;
  /** Whether the link was mailed; otherwise it was made in the server's shell. */
  isMailed: boolean;
  removesSecondFactor: boolean;
  /** Why the last password was rejected, if it was. */
  invalid: ReadonlySet<string>;
}

/** Asks for a new password. Works without JavaScript. */
export function RecoverScreen(props: RecoverScreenProps) {
  const { action, email, isMailed, removesSecondFactor, invalid } = props;
  const t = useTranslations("signIn");
  return (
    <FocusFrame>
      <PageHeader
        title={t("recover.title")}
        description={
          <>
            {t.rich("recover.description", {
              email: () => <bdi className="text-ink">{email}</bdi>,
            })}{" "}
            {t("recover.factor", { removed: removesSecondFactor ? "yes" : "no" })}
          </>
        }
      />
      <Panel>
        <PlainForm action={action} submit={t("recover.submit")} variant="primary" size="large">
          <UsernameHint email={email} />
          <NewPasswordField label={t("fields.newPassword")} invalid={invalid} />
        </PlainForm>
      </Panel>
      <p className="text-muted text-sm">{t("recover.link", { mailed: isMailed ? "yes" : "no" })}</p>
    </FocusFrame>
  );
}
