import { useTranslations } from "next-intl";
import { type ReactNode, Suspense } from "react";
import { Link } from "@/components/ui/link";
import { BrandLinks, BrandMark, ProductName } from "../brand/brand-mark";
import type { PageLink } from "../palette/command";
import { CommandPalette } from "../palette/command-palette";
import { KeepFocus } from "../ui/keep-focus";
import { SkipLink } from "../ui/skip-link";
import { ClientMessages } from "./client-messages";
import { type NavItem, NavLink } from "./nav-link";
import { NavigationProgress } from "./navigation-progress";
import { PersonMenu, type PersonMenuProps, type TenantKind, tenantIcons } from "./person-menu";
import { SignInAgain } from "./sign-in-again";

export interface AppShellProps extends PersonMenuProps {
  /** The organization, company or platform that the page belongs to; null on a person's own pages. */
  tenant: { kind: TenantKind; id: string; name: string } | null;
  nav: readonly NavItem[];
  /** Further pages that can be jumped to. */
  jumps?: readonly PageLink[];
  children: ReactNode;
}

/** The frame of every page behind sign-in. Works without JavaScript. */
export function AppShell(props: AppShellProps) {
  const { person, tenant, otherTenants: tenants, theme, nav, jumps = [], children } = props;
  const t = useTranslations("shell");
  const platform = { kind: "platform", name: t("platform"), href: "/platform" } as const;
  const otherTenants =
    person.isOperator && tenant?.kind !== "platform" ? [platform, ...tenants] : tenants;
  const TenantIcon = tenant && tenantIcons[tenant.kind];
  // The pages of a section are all among the jumps.
  const pages = [...nav.filter(({ covers }) => !covers), ...jumps];
  return (
    <div className="flex min-h-dvh flex-col">
      <Suspense>
        <NavigationProgress />
      </Suspense>
      <SignInAgain userId={person.id} />
      <SkipLink />
      <header className="bg-bar text-bar-ink">
        <div className="mx-auto flex h-14 w-full max-w-page items-center gap-3 px-4 sm:px-6">
          <Link
            href="/"
            className="flex shrink-0 items-center gap-2.5 font-semibold text-lg focus-visible:outline-bar-accent"
          >
            <BrandMark className="size-7" />
            <span className="max-w-48 truncate max-sm:sr-only">
              <ProductName />
            </span>
          </Link>
          {tenant && TenantIcon ? (
            <>
              <span className="h-5 border-bar-muted/50 border-s" aria-hidden="true" />
              <p className="flex min-w-0 items-center gap-2 text-bar-ink">
                <TenantIcon className="size-4 shrink-0 text-bar-muted" aria-hidden="true" />
                <span className="truncate">{tenant.name}</span>
              </p>
            </>
          ) : null}
          <div className="ms-auto flex shrink-0 items-center gap-1 sm:gap-3">
            <ClientMessages namespaces={["palette"]}>
              <CommandPalette
                pages={[...pages, { href: "/profile", label: t("profile"), shortcut: "p" }]}
                otherTenants={otherTenants}
                organizationId={tenant?.kind === "organization" ? tenant.id : null}
                isPlatform={tenant?.kind === "platform"}
              />
            </ClientMessages>
            <PersonMenu person={person} otherTenants={otherTenants} theme={theme} />
          </div>
        </div>
      </header>
      {nav.length > 0 ? (
        <nav aria-label={t("navigation")} className="border-line border-b bg-surface">
          <ul className="mx-auto flex w-full max-w-page gap-1 overflow-x-auto px-2 sm:px-4">
            {nav.map((item) => (
              <li key={item.href}>
                <NavLink {...item} />
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <KeepFocus
        as="main"
        id="main"
        className="mx-auto grid w-full max-w-page grow grid-cols-[minmax(0,1fr)] content-start gap-6 px-4 py-6 sm:px-6"
      >
        {children}
      </KeepFocus>
      <footer className="mx-auto w-full max-w-page px-4 pb-6 empty:hidden sm:px-6">
        <BrandLinks />
      </footer>
    </div>
  );
}
