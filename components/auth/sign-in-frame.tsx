import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { BrandLinks, BrandMark, ProductName } from "../brand/brand-mark";
import { UntrustedName } from "../consent/untrusted-name";

interface SignInFrameProps {
  title: string;
  /** What the step asks for, unless the person continues to an extension, whose name then replaces it. */
  description: string;
  clientName: string | null;
  footer: ReactNode;
  children: ReactNode;
}

/** The frame of each sign-in step. */
export function SignInFrame(props: SignInFrameProps) {
  const { title, description, clientName, footer, children } = props;
  const t = useTranslations("signIn");
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(28rem,5fr)_7fr]">
      <main className="flex flex-col px-5 py-6 sm:px-12 sm:py-10">
        <p className="flex items-center gap-2.5 font-semibold text-lg">
          <BrandMark className="size-8" />
          <ProductName />
        </p>
        <div className="mx-auto grid w-full max-w-sm grow content-center gap-6 py-10">
          <div className="grid gap-2">
            <h1 className="text-3xl">{title}</h1>
            <p className="text-muted">
              {clientName
                ? t.rich("goOnWith", { client: () => <UntrustedName name={clientName} /> })
                : description}
            </p>
          </div>
          {children}
        </div>
        <div className="grid gap-3 text-muted text-sm">
          {footer}
          <BrandLinks />
        </div>
      </main>
      <KeyBoard />
    </div>
  );
}

/** How many keys hang on the board: enough to fill the panel, few enough to read as a pattern. */
const HOOKS = Array.from({ length: 20 }, (_, hook) => `hook ${hook}`);
const CHOSEN = "hook 8";

/** A board of keys next to the sign-in form. Decorative. */
function KeyBoard() {
  const t = useTranslations("signIn.board");
  return (
    <aside
      aria-label={t("label")}
      className="hidden flex-col justify-between gap-10 overflow-hidden bg-bar p-12 text-bar-ink lg:flex"
    >
      <div
        aria-hidden="true"
        className="grid grow grid-cols-[repeat(5,auto)] content-evenly justify-between gap-y-8"
      >
        {HOOKS.map((hook) => (
          <Hook key={hook} isChosen={hook === CHOSEN} />
        ))}
      </div>
      <p className="max-w-md text-balance font-semibold text-2xl">{t("motto")}</p>
    </aside>
  );
}

const BLADE =
  "M16 5.8V14.2L19.5 14.2L20.8 12.6H22.5L23.8 14.2L24.7 14.2L26 9.4H27.7L29 14.2L29.9 14.2L31.2 14.2H32.9L34.2 14.2L35.1 14.2L36.4 11H38.1L39.4 14.2L40.3 14.2L41.6 12.6H43.3L44.6 14.2H46L49.5 10L46 5.8Z";

function Hook({ isChosen }: { isChosen: boolean }) {
  return (
    <span className="grid h-32 w-12 place-items-center">
      <svg
        viewBox="0 0 50 20"
        aria-hidden="true"
        focusable="false"
        className={`w-28 max-w-none rotate-90 ${isChosen ? "text-bar-accent" : "text-bar-muted opacity-25"}`}
      >
        <path
          fill="currentColor"
          fillRule="evenodd"
          d="M9 1a9 9 0 1 1 0 18A9 9 0 0 1 9 1ZM6 7.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2Z"
        />
        <path fill="currentColor" d={BLADE} />
      </svg>
    </span>
  );
}
