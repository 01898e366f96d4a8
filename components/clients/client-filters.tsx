import { X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { clientTypes } from "@/lib/clients/field-values";
import { buttonClass } from "../ui/button";
import { SearchButton } from "../ui/search-button";
import { Select } from "../ui/select";
import { TextInput } from "../ui/text-input";
import { type ClientListQuery, clientListHref, statusFilters } from "./client-list-query";

/** Search, type, status and tag of the client list, as a GET form and links. */
export function ClientFilters({ path, query }: { path: string; query: ClientListQuery }) {
  const t = useTranslations("clients.filters");
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b p-4 sm:px-6">
      <SearchForm path={path} query={query} />
      {query.tag ? (
        <Link
          href={clientListHref(path, { ...query, tag: undefined, page: 1 })}
          className={buttonClass("quiet", "small")}
        >
          {t.rich("tagged", {
            tag: () => <bdi>{query.tag}</bdi>,
            unseen: (words) => <span className="sr-only">{words}</span>,
          })}
          <X className="size-4" aria-hidden="true" />
        </Link>
      ) : null}
      {query.view === "deleted" ? null : <StatusLinks path={path} query={query} />}
    </div>
  );
}

// A deleted client is neither active nor inactive.
function StatusLinks({ path, query }: { path: string; query: ClientListQuery }) {
  const t = useTranslations("clients.filters");
  const word = useTranslations("shell.clientStatuses");
  return (
    <nav aria-label={t("status")}>
      <ul className="flex flex-wrap gap-1 rounded bg-sunken p-1">
        {statusFilters.map((status) => (
          <li key={status}>
            <Link
              href={clientListHref(path, { ...query, status, page: 1 })}
              aria-current={query.status === status ? "true" : undefined}
              className="flex min-h-8 items-center rounded-sm px-3 font-semibold text-muted text-sm hover:text-ink aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-panel"
            >
              {status === "all" ? t("all") : word(status)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SearchForm({ path, query }: { path: string; query: ClientListQuery }) {
  const searchId = useId();
  const typeId = useId();
  const { view, q, type = "", status, tag, sort } = query;
  const t = useTranslations("clients.filters");
  const typeName = useTranslations("clientWords.types");
  return (
    <search className="w-full sm:w-auto">
      {/* A new key brings the fields back to the address after a link has changed it. */}
      <form
        key={`${q} ${type}`}
        action={path}
        method="get"
        className="grid grid-cols-2 gap-2 sm:flex"
      >
        {view ? <input type="hidden" name="view" value={view} /> : null}
        {status === "all" ? null : <input type="hidden" name="status" value={status} />}
        {tag ? <input type="hidden" name="tag" value={tag} /> : null}
        <input type="hidden" name="sort" value={sort} />
        <label htmlFor={searchId} className="sr-only">
          {t("searchLabel")}
        </label>
        <TextInput
          id={searchId}
          type="search"
          name="q"
          defaultValue={q}
          placeholder={t("searchPlaceholder")}
          className="col-span-2 sm:w-64"
        />
        <label htmlFor={typeId} className="sr-only">
          {t("type")}
        </label>
        <Select
          id={typeId}
          name="type"
          defaultValue={type}
          options={[
            { value: "", label: t("everyType") },
            ...clientTypes.map((each) => ({ value: each, label: typeName(each) })),
          ]}
          className="sm:w-40"
        />
        <SearchButton />
      </form>
    </search>
  );
}
