import { useTranslations } from "next-intl";
import { Notice } from "../ui/notice";
import { PlainForm } from "../ui/plain-form";
import { CodeField } from "./account-fields";
import { SignInFrame } from "./sign-in-frame";
import { SignOutForm } from "./sign-out-form";

export interface SecondFactorScreenProps {
  /** How the person recognizes their account. */
  account: string;
  returnPath: string;
  /** The extension to continue with after signing in, or null. */
  clientName: string | null;
  /** Whether the last code was wrong. */
  isWrong: boolean;
}

/** Asks for the code after the password. Works without JavaScript. */
export function SecondFactorScreen(props: SecondFactorScreenProps) {
  const { account, returnPath, clientName, isWrong } = props;
  const t = useTranslations("signIn");
  return (
    <SignInFrame
      title={t("code.title")}
      description={t("code.description")}
      clientName={clientName}
      footer={t("code.lost")}
    >
      {isWrong ? (
        <Notice tone="error" title={t("code.problems.wrong_code.title")} live>
          <p>{t("code.problems.wrong_code.next")}</p>
        </Notice>
      ) : null}
      <PlainForm
        action="/sign-in/second-factor/answer"
        submit={t("code.submit")}
        variant="primary"
        size="large"
        className="mt-1 w-full"
      >
        <input type="hidden" name="return_to" value={returnPath} />
        <CodeField label={t("code.label")} hint={t("code.hint")} autoFocus />
      </PlainForm>
      <SignOutForm returnTo={returnPath}>
        <p className="text-muted text-sm">
          {t.rich("code.as", { email: () => <bdi className="text-ink">{account}</bdi> })}{" "}
          <button type="submit" className="inline-link min-h-6">
            {t("otherAccount")}
          </button>
        </p>
      </SignOutForm>
    </SignInFrame>
  );
}
