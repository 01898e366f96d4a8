import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { clientTypes } from "@/lib/clients/field-values";
import { ChoiceFilter, FilterBar, SearchField } from "../list/filter-form";
import { buttonClass } from "../ui/button";
import {
  ALL_CLIENTS,
  type ClientListQuery,
  clientListHref,
  isFiltered,
  statusFilters,
} from "./client-list-query";
import { ClientViewLinks } from "./client-view-links";

/** Search, views, type, status and tag of the client list. */
export function ClientFilters({ path, query }: { path: string; query: ClientListQuery }) {
  const { view, q, type, status, tag, sort } = query;
  const t = useTranslations("clients.filters");
  const typeName = useTranslations("clientWords.types");
  const statusName = useTranslations("shell.clientStatuses");
  const [, ...statuses] = statusFilters;
  return (
    <FilterBar
      path={path}
      address={clientListHref(path, query)}
      isFiltered={isFiltered(query)}
      clearHref={clientListHref(path, { ...ALL_CLIENTS, view, sort })}
    >
      <SearchField label={t("searchLabel")} value={q} />
      {view ? <input type="hidden" name="view" value={view} /> : null}
      {sort === ALL_CLIENTS.sort ? null : <input type="hidden" name="sort" value={sort} />}
      <ClientViewLinks path={path} query={query} />
      <ChoiceFilter
        label={t("type")}
        name="type"
        value={type}
        everything={t("everyType")}
        options={clientTypes.map((value) => ({ value, label: typeName(value) }))}
      />
      {/* A deleted client is neither active nor inactive. */}
      {view === "deleted" ? null : (
        <ChoiceFilter
          label={t("status")}
          name="status"
          value={status === "all" ? undefined : status}
          everything={t("everyStatus")}
          options={statuses.map((value) => ({ value, label: statusName(value) }))}
        />
      )}
      {tag ? (
        <>
          <input type="hidden" name="tag" value={tag} />
          <Link
            href={clientListHref(path, { ...query, tag: undefined, page: 1 })}
            className={buttonClass("quiet", "small")}
          >
            {t.rich("tagged", {
              tag: () => <bdi>{tag}</bdi>,
              unseen: (words) => <span className="sr-only">{words}</span>,
            })}
            <X className="size-4" aria-hidden="true" />
          </Link>
        </>
      ) : null}
    </FilterBar>
  );
}
