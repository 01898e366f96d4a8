import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkButton } from "../ui/button";
import { Disclosure } from "../ui/disclosure";
import { SearchButton } from "../ui/search-button";
import { filtersOf, type ListQuery, listHref } from "./list-query";

export interface FilterFormProps {
  /** Of the page that shows the list. */
  path: string;
  query: ListQuery;
  /** Names of the filters that are always in sight. */
  inSight: readonly string[];
  /** The filters. */
  children: ReactNode;
  /** The controls of all others, which open on demand. */
  more: ReactNode;
}

/** Filters of a list, as a GET form: it works without JavaScript. */
export function FilterForm({ path, query, inSight, children, more }: FilterFormProps) {
  const t = useTranslations("shell.list");
  const filters = filtersOf(query);
  return (
    <search className="block border-line border-b p-4 sm:px-6">
      {/* A new key resets the fields after a link has changed the address. */}
      <form key={listHref(path, query)} action={path} method="get" className="grid gap-4">
        {children}
        <Disclosure
          summary={t("moreFilters")}
          open={filters.some(([name]) => !inSight.includes(name))}
        >
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">{more}</div>
        </Disclosure>
        <div className="flex flex-wrap gap-2">
          <SearchButton />
          {filters.length > 0 ? (
            <LinkButton href={path} variant="quiet">
              {t("clearFilters")}
            </LinkButton>
          ) : null}
        </div>
      </form>
    </search>
  );
}
