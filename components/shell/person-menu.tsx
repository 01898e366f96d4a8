import clsx from "clsx";
import {
  Building2,
  ChevronDown,
  Landmark,
  LogOut,
  type LucideIcon,
  Store,
  UserRound,
} from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { localeNames, locales } from "@/lib/core/i18n/locales";
import { version } from "@/lib/core/values/version-values";
import { SignOutForm } from "../auth/sign-out-form";
import { Button } from "../ui/button";

/** A link to one of the person's organizations or companies, or an operator's link to the platform. */
export interface TenantLink {
  kind: TenantKind;
  name: string;
  href: string;
}

export interface PersonMenuProps extends PreferencesFormProps {
  /** `role`: in the organization or company on screen; null on a person's own pages. */
  person: {
    id: string;
    name: string;
    email: string | null;
    role: "owner" | "admin" | "developer" | "auditor" | "staff" | "operator" | "support" | null;
    /** Whether the person is a member of the platform's staff. */
    isOperator: boolean;
  };
  /** Other organizations and companies of the person. */
  otherTenants: readonly TenantLink[];
}

const MENU_ID = "person-menu";

/** A native popover: it opens and closes without JavaScript. The command palette offers its buttons too. */
export function PersonMenu({ person, otherTenants, theme }: PersonMenuProps) {
  const t = useTranslations("shell");
  return (
    <div className="shrink-0">
      <button
        type="button"
        popoverTarget={MENU_ID}
        className="flex min-h-10 items-center gap-2 rounded px-2 hover:bg-bar-ink/10 focus-visible:outline-bar-accent"
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
        data-offered=""
        className="fixed inset-auto end-[max(1rem,calc((100vw-76rem)/2+1.5rem))] top-14 m-0 w-72 rounded-lg border border-line bg-surface text-ink shadow-overlay"
      >
        <div className="border-line border-b px-4 py-3">
          <p className="font-semibold">{person.name}</p>
          <p className="text-muted text-sm">{person.email}</p>
          {person.role ? <p className="text-muted text-sm">{t(`roles.${person.role}`)}</p> : null}
        </div>
        {otherTenants.length > 0 ? <TenantList otherTenants={otherTenants} /> : null}
        <PreferencesForm theme={theme} />
        <div className="p-2 pb-0">
          <Link
            href="/profile"
            className="flex min-h-10 items-center gap-2 rounded px-2 font-semibold text-link hover:bg-hover"
          >
            <UserRound className="size-4" aria-hidden="true" />
            {t("profile")}
          </Link>
        </div>
        <SignOutForm className="p-2 pt-0">
          <Button type="submit" variant="quiet" className="w-full justify-start px-2">
            <LogOut className="size-4" aria-hidden="true" />
            {t("signOut")}
          </Button>
        </SignOutForm>
        {person.isOperator ? (
          <p className="px-4 pb-3 text-muted text-sm">{t("version", { version })}</p>
        ) : null}
      </div>
    </div>
  );
}

function TenantList({ otherTenants }: { otherTenants: readonly TenantLink[] }) {
  const t = useTranslations("shell");
  return (
    <nav aria-label={t("switchTo")} className="border-line border-b p-2">
      <p className="px-2 pb-1 text-muted text-sm">{t("switchTo")}</p>
      <ul>
        {otherTenants.map((tenant) => {
          const Icon = tenantIcons[tenant.kind];
          return (
            <li key={tenant.href}>
              <Link
                href={tenant.href}
                className="flex min-h-10 items-center gap-2 rounded px-2 hover:bg-hover"
              >
                <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
                <span className="truncate">{tenant.name}</span>
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

interface PreferencesFormProps {
  /** The look that was chosen; undefined follows the system. */
  theme: "light" | "dark" | undefined;
}

/** How pages look and which language they speak. Plain forms: the server writes the next page so. */
function PreferencesForm({ theme }: PreferencesFormProps) {
  const t = useTranslations("shell");
  const locale = useLocale();
  const themes = [
    { value: "system", label: t("themeSystem"), current: theme === undefined, lang: locale },
    { value: "light", label: t("themeLight"), current: theme === "light", lang: locale },
    { value: "dark", label: t("themeDark"), current: theme === "dark", lang: locale },
  ];
  const languages = locales.map((value) => ({
    value,
    label: localeNames[value],
    current: value === locale,
    lang: value,
  }));
  const choices = [
    { name: "theme", label: t("theme"), options: themes },
    { name: "language", label: t("language"), options: languages },
  ];
  return (
    <form method="post" action="/preferences" className="grid gap-3 border-line border-b px-4 py-3">
      {choices.map(({ name, label, options }) => (
        <fieldset key={name} className="grid gap-1">
          <legend className="text-muted text-sm">{label}</legend>
          <div className="flex rounded border border-border">
            {options.map(({ value, label: text, current, lang }) => (
              <button
                key={value}
                type="submit"
                name={name}
                value={value}
                lang={lang}
                aria-pressed={current}
                className={clsx(
                  "min-h-8 flex-1 rounded-[inherit] px-2 text-sm hover:bg-hover",
                  current && "bg-brass-soft font-semibold text-brass",
                )}
              >
                {text}
              </button>
            ))}
          </div>
        </fieldset>
      ))}
    </form>
  );
}

/** The kind of tenant that a page belongs to. */
export type TenantKind = "organization" | "company" | "platform";

/** The icon beside a tenant's name. */
export const tenantIcons: Readonly<Record<TenantKind, LucideIcon>> = {
  organization: Building2,
  company: Store,
  platform: Landmark,
};
