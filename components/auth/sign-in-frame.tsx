import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { BrandLinks } from "../brand/brand-links";
import { BrandMark, ProductName } from "../brand/brand-mark";
import { UntrustedName } from "../consent/untrusted-name";
import { KeyBoard } from "./key-board";

export interface SignInFrameProps {
  title: string;
  /** What the step asks for, unless the person continues to an extension, whose name then replaces it. */
  description: string;
  clientName: string | null;
  /** One line below the form. */
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
