"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { ListQuery } from "@/lib/api/client/platform-queries";
import type { CursorPage } from "@/lib/core/schemas/page-schemas";
import { NoMatch } from "../list/filtered-list";
import { filtersOn, type ListState, stateHref } from "../list/list-state";
import { type ListColumn, ListTable } from "../list/list-table";
import { Button, LinkButton } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { inEnglish } from "../ui/in-english";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import type { Status } from "./common-columns";
import { type ListChoice, ListFilters, useStatusChoice } from "./list-filters";
import { ReadOnlyNotice } from "./read-only-notice";
import { type OpenDialog, type RowAction, RowActions } from "./row-actions";

/** What each page of a list shows from its address. */
export interface ListPageProps extends Pick<CursorListProps, "path" | "state"> {
  /** False for support, which may only look. */
  mayWrite: boolean;
}

interface ListScreenProps<Row> extends ListPageProps {
  title: string;
  description: string;
  /** The text of an empty list. */
  empty: CursorListProps["empty"];
  /** The label of the search field, which names what it searches. */
  searchLabel: string;
  /** The statuses that the list can be filtered by. */
  statuses?: readonly Status[];
  /** Filters beside search and status. */
  choices?: readonly ListChoice[];
  query: ListQuery<Row>;
  columns: readonly ListColumn<Row>[];
  /** The heading that a row stands under. */
  groupOf?: (row: Row) => string;
  idOf: (row: Row) => string;
  /** What screen readers call a row. */
  nameOf: (row: Row) => string;
  /** What the person can do with a row. */
  actionsOf: (row: Row) => readonly RowAction[];
  /** The button that creates a row, and its dialog; only for people who may change something. */
  create?: Omit<RowAction, "key">;
}

/** A page with a list: search, filters, rows, their actions, and the outcome of the last action. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { path, state, mayWrite, query, nameOf, actionsOf, create } = props;
  const t = useTranslations("platform.list");
  const { data, error } = useQuery(query);
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Pick<RowAction, "ask"> | null>(null);
  const [notice, setNotice] = useState<ReactNode>(null);
  const status = useStatusChoice(props.statuses ?? []);
  const dialog: OpenDialog = {
    close: () => setAsked(null),
    done: (outcome = null) => {
      setAsked(null);
      setNotice(outcome);
      queries.invalidateQueries({ queryKey: query.queryKey.slice(0, 2) });
    },
  };
  const { groupOf } = props;
  const items = data?.items ?? [];
  const rows = groupOf
    ? items.toSorted((one, other) => groupOf(one).localeCompare(groupOf(other)))
    : items;
  const actions: ListColumn<Row> = {
    key: "actions",
    label: t("actions"),
    heading: <span className="sr-only">{t("actions")}</span>,
    width: "sm:w-15",
    phone: "end",
    cell: (row) => {
      const choices = actionsOf(row);
      if (choices.length === 0) return null;
      return <RowActions name={nameOf(row)} actions={choices} onAsk={setAsked} />;
    },
  };
  return (
    <>
      <PageHeader
        title={props.title}
        description={props.description}
        actions={
          create && mayWrite ? (
            <Button variant="primary" onClick={() => setAsked(create)}>
              {create.label}
            </Button>
          ) : null
        }
      />
      {mayWrite ? null : <ReadOnlyNotice />}
      {error ? (
        <Notice tone="error" title={t("notLoaded")} live>
          <p>{inEnglish(error.message)}</p>
        </Notice>
      ) : null}
      {notice}
      <CursorList
        path={path}
        state={state}
        count={rows.length}
        page={data?.page}
        empty={props.empty}
        filters={
          <ListFilters
            path={path}
            state={state}
            searchLabel={props.searchLabel}
            choices={[...status, ...(props.choices ?? [])]}
          />
        }
      >
        <ListTable
          caption={props.title}
          columns={
            rows.some((row) => actionsOf(row).length > 0)
              ? [...props.columns, actions]
              : props.columns
          }
          rows={rows}
          rowKey={props.idOf}
          {...(groupOf && { groupOf })}
        />
      </CursorList>
      {asked?.ask(dialog)}
    </>
  );
}

interface CursorListProps {
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
function CursorList(props: CursorListProps) {
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
