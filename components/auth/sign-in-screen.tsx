import { useTranslations } from "next-intl";
import { buttonClass } from "../ui/button";
import { TextField } from "../ui/field";
import { Notice, type NoticeTone } from "../ui/notice";
import { PlainForm } from "../ui/plain-form";
import { PasswordField } from "./account-fields";
import { SignInFrame } from "./sign-in-frame";

interface SignInScreenProps {
  /** Token for next-auth's CSRF check; null if the browser rejected the cookie that it needs. */
  csrfToken: string | null;
  problem: SignInProblem | null;
  /** The extension to continue with after signing in, or null. */
  clientName: string | null;
  tryAgainHref: string;
  /** The platform's sign-in provider and where signing in there begins, or null. */
  provider: { name: string; href: string } | null;
  hasPasswords: boolean;
  /** Local address to go to afterwards. */
  returnPath: string;
  /** Whether the page shows passwords only to those who ask for them. */
  arePasswordsHidden: boolean;
  /** The address typed in the last attempt; with it, the form asks only for the password. */
  typedEmail: string;
}

/** The sign-in page. Works without JavaScript. */
export function SignInScreen(props: SignInScreenProps) {
  const { csrfToken, problem, clientName, tryAgainHref, provider, hasPasswords } = props;
  const t = useTranslations("signIn");
  const providerWords = useTranslations("provider");
  return (
    <SignInFrame
      title={t("title")}
      description={t("description")}
      clientName={clientName}
      footer={t("noAccount")}
    >
      {problem ? <SignInNotice problem={problem} /> : null}
      {/* A link, because our forms may not lead to other sites. */}
      {provider ? (
        <a href={provider.href} className={buttonClass("primary", "large", "w-full")}>
          <span className="truncate">
            {providerWords("continueWith", { provider: provider.name })}
          </span>
        </a>
      ) : null}
      {provider && hasPasswords ? (
        <p className="flex items-center gap-3 text-muted text-sm">
          <span className="h-px grow bg-line" />
          {providerWords("or")}
          <span className="h-px grow bg-line" />
        </p>
      ) : null}
      {hasPasswords && csrfToken !== null ? <SignInForm {...props} csrfToken={csrfToken} /> : null}
      {hasPasswords && csrfToken === null ? (
        <a href={tryAgainHref} className={buttonClass("primary", "large", "w-full")}>
          {t("tryAgain")}
        </a>
      ) : null}
    </SignInFrame>
  );
}

function SignInForm(props: SignInScreenProps & { csrfToken: string }) {
  const { csrfToken, returnPath, arePasswordsHidden, typedEmail, provider } = props;
  const t = useTranslations("signIn");
  return (
    <PlainForm
      action="/api/auth/callback/credentials"
      submit={t("submit")}
      variant={provider ? "secondary" : "primary"}
      size="large"
      className="mt-1 w-full"
    >
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="return_to" value={returnPath} />
      {arePasswordsHidden ? <input type="hidden" name="shows_passwords" value="1" /> : null}
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
    </PlainForm>
  );
}

const TONES = {
  wrong_credentials: "error",
  too_many_attempts: "error",
  too_many_codes: "error",
  signed_out: "success",
  owner_created: "success",
  password_set: "success",
  recovered: "success",
  passwords_off: "info",
  cookies_blocked: "error",
  unavailable: "error",
} as const satisfies Record<string, NoticeTone>;

type SignInProblem = keyof typeof TONES;

/** What happened at sign-in and what to do next. */
function SignInNotice({ problem }: { problem: SignInProblem }) {
  const t = useTranslations("signIn.problems");
  return (
    <Notice tone={TONES[problem]} title={t(`${problem}.title`)} live next={t(`${problem}.next`)} />
  );
}

/** The query parameters of the sign-in page. */
interface SignInFlags {
  /** next-auth's code of a failed attempt. */
  error: string;
  /** The first operator was just created. */
  created: string;
  /** A link just set a new password. */
  passwordSet: string;
  /** The same, and the link turned off the second factor. */
  recovered: string;
  signedOut: string;
}

/** Why the sign-in page is shown again. Errors come first: a failed attempt keeps the other parameters. */
export function readSignInProblem(flags: SignInFlags): SignInProblem | null {
  const { error } = flags;
  if (error === "CredentialsSignin") return "wrong_credentials";
  if (error === "too_many_attempts" || error === "too_many_codes") return error;
  if (error === "passwords_off") return error;
  if (error !== "") return "unavailable";
  if (flags.created !== "") return "owner_created";
  if (flags.passwordSet !== "") return "password_set";
  if (flags.recovered !== "") return "recovered";
  return flags.signedOut === "" ? null : "signed_out";
}
