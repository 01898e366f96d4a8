import { Building2, ChevronDown, LogOut, Store } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Mark } from "../brand/mark";
import { Button } from "./button";
import { SkipLink } from "./skip-link";

export interface ShellPerson {
  name: string;
  email: string;
  /** Role in the organization or company on screen: "Owner". */
  role: string;
}

export interface NavItem {
  href: string;
  label: string;
  current: boolean;
}

export interface AppShellProps {
  person: ShellPerson;
  /** The organization or company everything on the page belongs to. */
  tenant: { kind: "organization" | "company"; name: string };
  /** Other organizations and companies the person may go to. */
  places?: readonly { href: string; name: string; kind: "organization" | "company" }[];
  nav: readonly NavItem[];
  /** Token of next-auth's sign-out form. */
  csrfToken: string;
  children: ReactNode;
}

/** The frame of every page behind sign-in. Works without JavaScript. */
export function AppShell({ person, tenant, places = [], nav, csrfToken, children }: AppShellProps) {
  const TenantIcon = tenant.kind === "organization" ? Building2 : Store;
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="bg-bar text-bar-ink">
        <div className="mx-auto flex h-14 w-full max-w-page items-center gap-3 px-4 sm:px-6">
          <Link href="/" className="flex shrink-0 items-center gap-2.5 font-semibold text-lg">
            <Mark className="size-7" />
            <span className="max-sm:sr-only">Latchkey</span>
          </Link>
          <span className="h-5 border-bar-muted/50 border-s" aria-hidden="true" />
          <p className="flex min-w-0 items-center gap-2 text-bar-ink">
            <TenantIcon className="size-4 shrink-0 text-bar-muted" aria-hidden="true" />
            <span className="truncate">{tenant.name}</span>
          </p>
          <PersonMenu person={person} places={places} csrfToken={csrfToken} />
        </div>
      </header>
      <nav aria-label="Main" className="border-line border-b bg-surface">
        <ul className="mx-auto flex w-full max-w-page gap-1 overflow-x-auto px-2 sm:px-4">
          {nav.map((item) => (
            <li key={item.href}>
              <Link
                href={item.href}
                aria-current={item.current ? "page" : undefined}
                className="-mb-px flex min-h-11 items-center whitespace-nowrap border-transparent border-b-2 px-2 font-semibold text-muted hover:text-ink focus-visible:outline-offset-[-2px] aria-[current]:border-brass aria-[current]:text-ink"
              >
                {item.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main
        id="main"
        className="mx-auto grid w-full max-w-page grow content-start gap-6 px-4 py-6 sm:px-6 sm:py-8"
      >
        {children}
      </main>
    </div>
  );
}

const MENU_ID = "person-menu";

/** A popover of the browser: opens, closes on Escape and on a click elsewhere, without a script. */
function PersonMenu(props: Pick<AppShellProps, "person" | "places" | "csrfToken">) {
  const { person, places = [], csrfToken } = props;
  return (
    <div className="ms-auto shrink-0">
      <button
        type="button"
        popoverTarget={MENU_ID}
        className="flex min-h-10 items-center gap-2 rounded px-2 hover:bg-bar-ink/10"
      >
        <span
          aria-hidden="true"
          className="grid size-7 place-items-center rounded-full bg-brass-soft font-semibold text-brass text-sm"
        >
          {initialOf(person.name)}
        </span>
        <span className="max-w-40 truncate max-sm:sr-only">{person.name}</span>
        <ChevronDown className="size-4 text-bar-muted" aria-hidden="true" />
      </button>
      <div
        id={MENU_ID}
        popover="auto"
        className="fixed inset-auto end-[max(1rem,calc((100vw-76rem)/2+1.5rem))] top-14 m-0 w-72 rounded-lg border border-line bg-surface text-ink shadow-overlay"
      >
        <div className="border-line border-b px-4 py-3">
          <p className="font-semibold">{person.name}</p>
          <p className="text-muted text-sm">{person.email}</p>
          <p className="text-muted text-sm">{person.role}</p>
        </div>
        {places.length > 0 ? <PlaceList places={places} /> : null}
        <form action="/api/auth/signout" method="post" className="p-2">
          <input type="hidden" name="csrfToken" value={csrfToken} />
          <input type="hidden" name="callbackUrl" value="/sign-in?reason=signed_out" />
          <Button type="submit" variant="quiet" className="w-full justify-start px-2">
            <LogOut className="size-4" aria-hidden="true" />
            Sign out
          </Button>
        </form>
      </div>
    </div>
  );
}

function PlaceList({ places }: { places: NonNullable<AppShellProps["places"]> }) {
  return (
    <nav aria-label="Switch to" className="border-line border-b p-2">
      <p className="px-2 pb-1 text-muted text-sm">Switch to</p>
      <ul>
        {places.map((place) => {
          const Icon = place.kind === "organization" ? Building2 : Store;
          return (
            <li key={place.href}>
              <Link
                href={place.href}
                className="flex min-h-10 items-center gap-2 rounded px-2 hover:bg-hover"
              >
                <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
                <span className="truncate">{place.name}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function initialOf(name: string): string {
  return (Array.from(name.trim())[0] ?? "?").toUpperCase();
}
