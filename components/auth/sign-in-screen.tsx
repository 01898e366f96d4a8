import { useTranslations } from "next-intl";
import { buttonClass } from "../ui/button-class";
import { ReclaimForm } from "./reclaim-form";
import { SignInForm, type SignInFormProps } from "./sign-in-form";
import { SignInFrame } from "./sign-in-frame";
import { SignInNotice, type SignInProblem } from "./sign-in-notice";

export interface SignInScreenProps extends Omit<SignInFormProps, "csrfToken"> {
  /** Null if the browser rejected the cookie that the form needs. */
  csrfToken: string | null;
  problem: SignInProblem | null;
  /** The extension to continue with after signing in, or null. */
  clientName: string | null;
  tryAgainHref: string;
  /** Whether the installation can send links for taking over an account. */
  canReclaim: boolean;
}

/** The sign-in page. Works without JavaScript. */
export function SignInScreen(props: SignInScreenProps) {
  const { csrfToken, problem, clientName, tryAgainHref, canReclaim, ...form } = props;
  const t = useTranslations("signIn");
  return (
    <SignInFrame
      title={t("title")}
      description={t("description")}
      clientName={clientName}
      footer={t("noAccount")}
    >
      {problem ? <SignInNotice problem={problem} /> : null}
      {csrfToken === null ? (
        <a href={tryAgainHref} className={buttonClass("primary", "large")}>
          {t("tryAgain")}
        </a>
      ) : (
        <SignInForm csrfToken={csrfToken} {...form} />
      )}
      {canReclaim ? <ReclaimForm /> : null}
    </SignInFrame>
  );
}
