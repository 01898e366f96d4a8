import { useTranslations } from "next-intl";
import { RESTORE_DAYS } from "@/lib/clients/field-values";
import { CurrentLink } from "../ui/current-link";
import {
  ALL_CLIENTS,
  type ClientListQuery,
  type ClientView,
  clientListHref,
  clientViews,
} from "./client-list-query";

/**
 * Links to the views of the client list, and the purpose of the current one. A view starts without filters. Scrolls
 * sideways on phones.
 */
export function ClientViewLinks({ path, query }: { path: string; query: ClientListQuery }) {
  const t = useTranslations("clients.views");
  const hrefOf = (view: ClientView | undefined) =>
    clientListHref(path, { ...ALL_CLIENTS, view, sort: query.sort });

  return (
    <>
      <nav aria-label={t("label")} className="overflow-x-auto border-line border-b px-2 sm:px-4">
        <ul className="flex gap-1">
          <ViewLink href={hrefOf(undefined)} label={t("all")} current={!query.view} />
          {clientViews.map((view) => (
            <ViewLink
              key={view}
              href={hrefOf(view)}
              label={t(`${view}.label`)}
              current={query.view === view}
            />
          ))}
        </ul>
      </nav>
      {query.view ? (
        <p className="max-w-reading px-4 pt-4 text-muted text-sm sm:px-6">
          {t(`${query.view}.explanation`, { days: RESTORE_DAYS })}
        </p>
      ) : null}
    </>
  );
}

function ViewLink({ href, label, current }: { href: string; label: string; current: boolean }) {
  return (
    <li className="shrink-0">
      <CurrentLink
        href={href}
        current={current}
        className="flex min-h-11 items-center border-transparent border-b-2 px-3 font-semibold text-muted text-sm hover:text-ink focus-visible:outline-offset-[-2px] aria-[current]:border-brass aria-[current]:text-ink"
      >
        {label}
      </CurrentLink>
    </li>
  );
}
