import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { BrandLinks, BrandMark, ProductName } from "../brand/brand-mark";
import { SkipLink } from "./skip-link";

/** The frame of pages with one task and no navigation: consent, set-up, explanations. */
export function FocusFrame({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="bg-bar text-bar-ink">
        <div className="mx-auto flex h-14 w-full max-w-page items-center px-4 sm:px-6">
          <Link
            href="/"
            className="flex items-center gap-2.5 font-semibold text-lg focus-visible:outline-bar-accent"
          >
            <BrandMark className="size-7" />
            <ProductName />
          </Link>
        </div>
      </header>
      <main
        id="main"
        className={`mx-auto grid w-full grow grid-cols-[minmax(0,1fr)] content-start gap-6 px-4 py-8 sm:px-6 sm:py-12 ${wide ? "max-w-page" : "max-w-form"}`}
      >
        {children}
      </main>
      <footer className="mx-auto w-full max-w-page px-4 pb-6 empty:hidden sm:px-6">
        <BrandLinks />
      </footer>
    </div>
  );
}

interface FocusCardProps {
  /** What the page is about, with its title. */
  head: ReactNode;
  children: ReactNode;
  /** What to press, which stays in sight on screens of usual height. */
  foot?: ReactNode;
}

/** The card of a page with one task. */
export function FocusCard({ head, children, foot }: FocusCardProps) {
  return (
    <div className="mx-auto w-full max-w-form overflow-clip rounded-lg border border-line bg-surface shadow-panel [&_:focus-visible]:scroll-mb-40">
      <header className="wrap-anywhere grid gap-5 border-line border-b px-5 py-6 sm:px-8 sm:py-8">
        {head}
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 px-5 py-6 sm:px-8">{children}</div>
      {foot ? (
        <div className="bottom-0 border-line border-t bg-sunken px-5 py-4 sm:px-8 [@media(min-height:36rem)]:sticky">
          {foot}
        </div>
      ) : null}
    </div>
  );
}
