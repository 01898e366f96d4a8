import { Mark } from "../brand/mark";
import { UntrustedName } from "../consent/untrusted-name";
import { buttonClass } from "../ui/button-class";
import { KeyBoard } from "./key-board";
import { SignInForm, type SignInFormProps } from "./sign-in-form";
import { SignInNotice, type SignInProblem } from "./sign-in-notice";

export interface SignInScreenProps extends Omit<SignInFormProps, "csrfToken"> {
  /** Null when the browser refused the cookie that the form needs. */
  csrfToken: string | null;
  problem: SignInProblem | null;
  /** The extension that the person goes on with after signing in, or null. */
  clientName: string | null;
}

/** The sign-in page. Works without JavaScript. */
export function SignInScreen({ csrfToken, problem, clientName, ...form }: SignInScreenProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(28rem,5fr)_7fr]">
      <main className="flex flex-col px-5 py-6 sm:px-12 sm:py-10">
        <p className="flex items-center gap-2.5 font-semibold text-lg">
          <Mark className="size-8" />
          Latchkey
        </p>
        <div className="mx-auto grid w-full max-w-sm grow content-center gap-6 py-10">
          <div className="grid gap-2">
            <h1 className="text-3xl">Sign in</h1>
            <p className="text-muted">
              {clientName ? (
                <>
                  Sign in to continue with <UntrustedName name={clientName} />.
                </>
              ) : (
                "To your organization or your company."
              )}
            </p>
          </div>
          {problem ? <SignInNotice problem={problem} /> : null}
          {csrfToken === null ? (
            <a href={tryAgainHref(form.callbackUrl)} className={buttonClass("primary", "large")}>
              Try again
            </a>
          ) : (
            <SignInForm csrfToken={csrfToken} {...form} />
          )}
        </div>
        <p className="text-muted text-sm">
          No account? An owner or admin of your organization or company can add you.
        </p>
      </main>
      <KeyBoard />
    </div>
  );
}

function tryAgainHref(returnPath: string): string {
  return `/sign-in?${new URLSearchParams({ return_to: returnPath })}`;
}
