import { useTranslations } from "next-intl";
import { Button, buttonClass } from "../ui/button";
import { TextField } from "../ui/field";
import { PasswordField } from "./account-fields";
import { SignInFrame } from "./sign-in-frame";
import { SignInNotice, type SignInProblem } from "./sign-in-notice";

interface SignInScreenProps extends Omit<SignInFormProps, "csrfToken"> {
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

/** The platform's sign-in provider, as a choice of the sign-in page. */
interface ProviderChoice {
  name: string;
  /** Where signing in there begins. */
  href: string;
}

/** Leads to the platform's sign-in provider. A link, because our forms may not lead to other sites. */
function ProviderButton({ name, href }: ProviderChoice) {
  const t = useTranslations("provider");
  return (
    <a href={href} className={buttonClass("primary", "large", "w-full")}>
      <span className="truncate">{t("continueWith", { provider: name })}</span>
    </a>
  );
}

interface SignInFormProps {
  /** Token for next-auth's CSRF check. */
  csrfToken: string;
  /** Local address to go to afterwards. */
  returnPath: string;
  /** Whether the page shows passwords only to those who ask for them. */
  arePasswordsHidden: boolean;
  /** The address typed in the last attempt; with it, the form asks only for the password. */
  typedEmail: string;
  /** Whether another way to sign in comes first. */
  isAlternative?: boolean;
}

/** Asks for email and password. Works without JavaScript. */
function SignInForm(props: SignInFormProps) {
  const { csrfToken, returnPath, typedEmail, isAlternative = false } = props;
  const t = useTranslations("signIn");
  return (
    <form action="/api/auth/callback/credentials" method="post" className="grid gap-5">
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="return_to" value={returnPath} />
      {props.arePasswordsHidden ? <input type="hidden" name="shows_passwords" value="1" /> : null}
      <TextField
        label={t("fields.email")}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={typedEmail}
        required
      />
      <PasswordField label={t("fields.password")} autoFocus={typedEmail !== ""} />
      <p className="-mt-3 text-sm">
        <a className="inline-link" href="/forgot-password">
          {t("forgot.link")}
        </a>
      </p>
      <Button
        type="submit"
        variant={isAlternative ? "secondary" : "primary"}
        size="large"
        className="mt-1 w-full"
      >
        {t("submit")}
      </Button>
    </form>
  );
}
