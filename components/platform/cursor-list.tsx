import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { CursorPage } from "@/lib/core/schemas/cursor-schemas";
import { NoMatch } from "../list/filtered-list";
import { EmptyState } from "../ui/empty-state";
import { LinkButton } from "../ui/link-button";
import { Panel } from "../ui/panel";
import { filtersOn, type ListState, stateHref } from "./list-state";

export interface CursorListProps {
  path: string;
  state: ListState;
  /** Above the items; absent while there is nothing to filter. */
  filters?: ReactNode;
  /** Items on this page. */
  count: number;
  page: CursorPage | undefined;
  /** The text of an empty list. */
  empty: { title: string; next: string };
  children: ReactNode;
}

/** A page of a list with a cursor, in each of its states. */
export function CursorList(props: CursorListProps) {
  const { path, state, filters, count, page, empty, children } = props;
  const t = useTranslations("platform.list");
  const isFiltered = filtersOn(state).length > 0;
  if (count === 0 && !isFiltered && !state.cursor) {
    return (
      <Panel padded={false}>
        <EmptyState title={empty.title}>
          <p>{empty.next}</p>
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel padded={false}>
      {filters}
      {count === 0 ? (
        <NoMatch title={t("noMatch")} href={path}>
          {t("noMatchNext")}
        </NoMatch>
      ) : (
        children
      )}
      {state.cursor || page?.has_next ? (
        <nav
          aria-label={t("pages")}
          className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3 sm:px-6"
        >
          {state.cursor ? (
            <LinkButton size="small" href={stateHref(path, { ...state, cursor: undefined })}>
              {t("firstPage")}
            </LinkButton>
          ) : null}
          {page?.has_next ? (
            <LinkButton size="small" href={stateHref(path, { ...state, cursor: page.next_id })}>
              {t("nextPage")}
            </LinkButton>
          ) : null}
        </nav>
      ) : null}
    </Panel>
  );
}
