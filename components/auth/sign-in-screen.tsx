import { useTranslations } from "next-intl";
import { buttonClass } from "../ui/button-class";
import { ProviderButton, type ProviderChoice } from "./provider-button";
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
  /** The platform's sign-in provider, or null. */
  provider: ProviderChoice | null;
  /** Whether to ask for email and password. */
  hasPasswords: boolean;
}

/** The sign-in page. Works without JavaScript. */
export function SignInScreen(props: SignInScreenProps) {
  const { problem, clientName, provider, hasPasswords, ...passwords } = props;
  const t = useTranslations("signIn");
  return (
    <SignInFrame
      title={t("title")}
      description={t("description")}
      clientName={clientName}
      footer={t("noAccount")}
    >
      {problem ? <SignInNotice problem={problem} /> : null}
      {provider ? <ProviderButton {...provider} /> : null}
      {provider && hasPasswords ? <Or /> : null}
      {hasPasswords ? <Passwords {...passwords} isAlternative={provider !== null} /> : null}
    </SignInFrame>
  );
}

type PasswordsProps = Omit<
  SignInScreenProps,
  "problem" | "clientName" | "provider" | "hasPasswords"
>;

function Passwords({ csrfToken, tryAgainHref, ...form }: PasswordsProps) {
  const t = useTranslations("signIn");
  if (csrfToken !== null) return <SignInForm csrfToken={csrfToken} {...form} />;
  return (
    <a href={tryAgainHref} className={buttonClass("primary", "large")}>
      {t("tryAgain")}
    </a>
  );
}

function Or() {
  const t = useTranslations("provider");
  return (
    <p className="flex items-center gap-3 text-muted text-sm">
      <span className="h-px grow bg-line" />
      {t("or")}
      <span className="h-px grow bg-line" />
    </p>
  );
}
