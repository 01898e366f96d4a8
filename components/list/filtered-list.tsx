import { ChevronLeft, ChevronRight, ScrollText, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkButton } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import {
  filtersOn,
  LIST_PAGE_SIZE,
  type ListState,
  type NumberedState,
  stateHref,
} from "./list-state";

interface NumberedPages {
  /** Entries that match over all pages. */
  total: number;
  size?: number;
  /** The noun for this total, such as "clients". */
  noun: string;
}

interface CursorPages {
  count: number;
  /** The cursor of the next page; empty on the last one. */
  next: string | undefined;
}

export interface FilteredListProps {
  path: string;
  state: ListState | NumberedState;
  pages: NumberedPages | CursorPages;
  filters?: ReactNode;
  /** Whether filters are on, unless the state tells. */
  isFiltered?: boolean;
  /** In place of filters and entries when there is nothing to filter. */
  nothingYet: ReactNode;
  /** In place of the entries when the filters leave none, unless it is the usual text. */
  noMatch?: ReactNode;
  children: ReactNode;
}

/** A page of a list with its filters, in each of its states. */
export function FilteredList(props: FilteredListProps) {
  const { path, state, pages, isFiltered = filtersOn(state).length > 0 } = props;
  const isNumbered = "total" in pages;
  const count = isNumbered ? pages.total : pages.count;
  if (count === 0 && !isFiltered && !state.cursor) return props.nothingYet;
  const pageSize = (isNumbered && pages.size) || LIST_PAGE_SIZE;
  const page = Number(state.page ?? 1);
  if (isNumbered && count > 0 && page > 1 && (page - 1) * pageSize >= count) {
    return (
      <>
        {props.filters}
        <PastEnd firstPageHref={stateHref(path, firstPage(state))} />
      </>
    );
  }
  return (
    <>
      {props.filters}
      {count === 0 ? (props.noMatch ?? <NothingMatches href={path} />) : props.children}
      {isNumbered && count > 0 ? (
        <NumberedLinks path={path} state={state} pages={pages} page={page} pageSize={pageSize} />
      ) : null}
      {isNumbered ? null : <CursorLinks path={path} state={state} next={pages.next} />}
    </>
  );
}

function firstPage<State extends ListState | NumberedState>(state: State) {
  return { ...state, page: undefined, cursor: undefined };
}

function PastEnd({ firstPageHref }: { firstPageHref: string }) {
  const t = useTranslations("shell.list");
  return (
    <EmptyState
      title={t("pastEnd")}
      action={<LinkButton href={firstPageHref}>{t("firstPage")}</LinkButton>}
      next={t("pastEndWhy")}
    />
  );
}

interface NumberedLinksProps extends Pick<FilteredListProps, "path" | "state"> {
  pages: NumberedPages;
  page: number;
  pageSize: number;
}

/** The range that is shown, and links to the previous and next page; nothing if all is on one. */
function NumberedLinks({ path, state, pages, page, pageSize }: NumberedLinksProps) {
  const { total, noun } = pages;
  const t = useTranslations("shell.controls");
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  const count = Math.ceil(total / pageSize);
  if (count <= 1) return null;
  const linkTo = (number: number, words: ReactNode) =>
    number < 1 || number > count ? null : (
      <LinkButton href={stateHref(path, { ...state, page: number })} size="small">
        {words}
      </LinkButton>
    );
  return (
    <nav
      aria-label={t("pages")}
      className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-3 sm:px-6"
    >
      <p className="text-muted text-sm tabular-nums">{t("range", { first, last, total, noun })}</p>
      <div className="flex items-center gap-2">
        {linkTo(
          page - 1,
          <>
            <ChevronLeft className="size-4 rtl:rotate-180" />
            {t("previousPage")}
          </>,
        )}
        <span className="px-1 text-muted text-sm tabular-nums">
          {t("page", { page, pages: count })}
        </span>
        {linkTo(
          page + 1,
          <>
            {t("nextPage")}
            <ChevronRight className="size-4 rtl:rotate-180" />
          </>,
        )}
      </div>
    </nav>
  );
}

interface CursorLinksProps extends Pick<FilteredListProps, "path" | "state"> {
  next: string | undefined;
  /** What the links say in a log. */
  words?: { first: string; next: string };
}

/** Links to the first and the next page of a list with a cursor; nothing if this is the only one. */
export function CursorLinks({ path, state, next, words }: CursorLinksProps) {
  const t = useTranslations("shell.list");
  const controls = useTranslations("shell.controls");
  if (!state.cursor && !next) return null;
  return (
    <nav
      aria-label={controls("pages")}
      className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3 sm:px-6"
    >
      {state.cursor ? (
        <LinkButton size="small" href={stateHref(path, firstPage(state))}>
          {words?.first ?? t("firstPage")}
        </LinkButton>
      ) : null}
      {next ? (
        <LinkButton size="small" href={stateHref(path, { ...state, cursor: next })}>
          {words?.next ?? t("nextPage")}
        </LinkButton>
      ) : null}
    </nav>
  );
}

/** The text of a log without entries. */
export function NothingYet({ title, children }: { title: string; children: ReactNode }) {
  return <EmptyState icon={<ScrollText className="size-8" />} title={title} next={children} />;
}

/** The text of a list without matches. @param href address of the list without filters */
export function NothingMatches({ href }: { href: string }) {
  const t = useTranslations("shell.list");
  return (
    <NoMatch title={t("noMatch")} href={href}>
      {t("noMatchNext")}
    </NoMatch>
  );
}

export interface NoMatchProps {
  title: string;
  href: string;
  /** The search text. */
  children: ReactNode;
}

/** The text of a list without matches. */
export function NoMatch({ title, href, children }: NoMatchProps) {
  const t = useTranslations("shell.list");
  return (
    <EmptyState
      icon={<SearchX className="size-8" />}
      title={title}
      action={<LinkButton href={href}>{t("clearFilters")}</LinkButton>}
      next={children}
    />
  );
}
