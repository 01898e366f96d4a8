import { useTranslations } from "next-intl";
import { CurrentLink } from "../ui/current-link";
import {
  ALL_CLIENTS,
  type ClientListQuery,
  type ClientView,
  clientListHref,
  clientViews,
} from "./client-list-query";

/** Links to the views of the client list. A view starts without filters. */
export function ClientViewLinks({ path, query }: { path: string; query: ClientListQuery }) {
  const t = useTranslations("clients.views");
  const hrefOf = (view: ClientView | undefined) =>
    clientListHref(path, { ...ALL_CLIENTS, view, sort: query.sort });
  return (
    <nav aria-label={t("label")} className="max-w-full overflow-x-auto">
      <ul className="flex gap-1.5 p-1">
        {[undefined, ...clientViews].map((view) => (
          <li key={view ?? ""} className="shrink-0">
            <CurrentLink
              href={hrefOf(view)}
              current={query.view === view}
              className="flex min-h-7 items-center rounded-full border border-line px-2.5 text-muted text-sm hover:border-ink hover:text-ink aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-primary-ink"
            >
              {t(view ? `${view}.label` : "all")}
            </CurrentLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
