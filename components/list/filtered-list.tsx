import { ScrollText, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkButton } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Pagination } from "../ui/pagination";

export interface FilteredListProps {
  /** Above the entries. */
  filters?: ReactNode;
  isFiltered: boolean;
  page: number;
  pageSize: number;
  /** Entries that match over all pages. */
  total: number;
  /** The noun for this total, such as "clients". */
  noun: string;
  hrefOf: (page: number) => string;
  /** In place of filters and entries when there is nothing to filter. */
  nothingYet: ReactNode;
  /** In place of the entries when the filters leave none. */
  noMatch?: ReactNode;
  /** The entries of this page. */
  children: ReactNode;
}

/** A page of a list with its filters, in each of its states. */
export function FilteredList(props: FilteredListProps) {
  const { page, pageSize, total, hrefOf } = props;
  if (total === 0 && !props.isFiltered) return props.nothingYet;
  const isPastEnd = page > 1 && (page - 1) * pageSize >= total;
  return (
    <>
      {props.filters}
      {total === 0 ? props.noMatch : null}
      {total > 0 && isPastEnd ? <PastEnd firstPageHref={hrefOf(1)} /> : null}
      {total > 0 && !isPastEnd ? (
        <>
          {props.children}
          <Pagination
            page={page}
            pageSize={pageSize}
            total={total}
            noun={props.noun}
            hrefOf={hrefOf}
          />
        </>
      ) : null}
    </>
  );
}

function PastEnd({ firstPageHref }: { firstPageHref: string }) {
  const t = useTranslations("shell.list");
  return (
    <EmptyState
      title={t("pastEnd")}
      action={<LinkButton href={firstPageHref}>{t("firstPage")}</LinkButton>}
    >
      <p>{t("pastEndWhy")}</p>
    </EmptyState>
  );
}

/** The text of a log without entries. */
export function NothingYet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyState icon={<ScrollText className="size-8" aria-hidden="true" />} title={title}>
      <p>{children}</p>
    </EmptyState>
  );
}

export interface NoMatchProps {
  title: string;
  /** Address of the list without filters. */
  href: string;
  /** The search text. */
  children: ReactNode;
}

/** The text of a list without matches. */
export function NoMatch({ title, href, children }: NoMatchProps) {
  const t = useTranslations("shell.list");
  return (
    <EmptyState
      icon={<SearchX className="size-8" aria-hidden="true" />}
      title={title}
      action={<LinkButton href={href}>{t("clearFilters")}</LinkButton>}
    >
      <p>{children}</p>
    </EmptyState>
  );
}
