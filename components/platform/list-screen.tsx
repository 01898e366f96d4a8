"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ListQuery } from "@/lib/api/client/platform-queries";
import { compareNames } from "@/lib/core/values/name-order-values";
import { ChoiceFilter, FilterBar, SearchField } from "../list/filter-form";
import { FilteredList, NoMatch } from "../list/filtered-list";
import { filtersOn, type ListState, stateHref } from "../list/list-state";
import { type ListColumn, ListTable } from "../list/list-table";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { inEnglish } from "../ui/in-english";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import type { Status } from "./columns";
import { ReadOnlyNotice } from "./read-only-notice";
import { type RowAction, RowActions, useActionDialog } from "./row-actions";

/** What each page of a list shows from its address. */
export interface ListPageProps {
  path: string;
  state: ListState;
  /** False for support, which may only look. */
  mayWrite: boolean;
}

interface ListScreenProps<Row> extends ListPageProps {
  title: string;
  description: string;
  /** The text of an empty list. */
  empty: { title: string; next: string };
  /** The label of the search field, which names what it searches; missing for a list that is always short. */
  searchLabel?: string;
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
  create?: Pick<RowAction, "label" | "ask">;
}

/** A page with a list: search, filters, rows, their actions, and the outcome of the last action. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { path, state, mayWrite, query, nameOf, actionsOf, create, empty } = props;
  const t = useTranslations("platform.list");
  const { data, error } = useQuery(query);
  const queries = useQueryClient();
  const { ask, notice, dialog } = useActionDialog(() =>
    queries.invalidateQueries({ queryKey: query.queryKey.slice(0, 2) }),
  );
  const { groupOf } = props;
  const items = data?.items ?? [];
  const rows = groupOf ? items.toSorted((a, b) => compareNames(groupOf(a), groupOf(b))) : items;
  const actions: ListColumn<Row> = {
    key: "actions",
    label: t("actions"),
    heading: <span className="sr-only">{t("actions")}</span>,
    width: "sm:w-15",
    phone: "end",
    cell: (row) => {
      const choices = actionsOf(row);
      if (choices.length === 0) return null;
      return <RowActions name={nameOf(row)} actions={choices} onAsk={ask} />;
    },
  };
  return (
    <>
      <PageHeader
        title={props.title}
        description={props.description}
        actions={
          create && mayWrite ? (
            <Button variant="primary" onClick={() => ask({ key: "create", ...create })}>
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
      <Panel padded={false}>
        <FilteredList
          path={path}
          state={state}
          pages={{ count: rows.length, next: data?.page?.next_id }}
          filters={<Filters {...props} />}
          nothingYet={
            <EmptyState title={empty.title}>
              <p>{empty.next}</p>
            </EmptyState>
          }
          noMatch={
            <NoMatch title={t("noMatch")} href={path}>
              {t("noMatchNext")}
            </NoMatch>
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
        </FilteredList>
      </Panel>
      {dialog}
    </>
  );
}

/** A filter with a fixed set of values. */
export interface ListChoice {
  name: string;
  label: string;
  everything: string;
  options: readonly { value: string; label: string }[];
}

type FiltersProps = ListPageProps &
  Pick<ListScreenProps<never>, "searchLabel" | "statuses" | "choices">;

function Filters({ path, state, searchLabel, statuses = [], choices = [] }: FiltersProps) {
  const t = useTranslations("platform.list");
  const statusName = useTranslations("platform.status");
  if (searchLabel === undefined) return null;
  const status: ListChoice = {
    name: "status",
    label: t("status"),
    everything: t("everyStatus"),
    options: statuses.map((value) => ({ value, label: statusName(value) })),
  };
  return (
    <FilterBar
      path={path}
      address={stateHref(path, state)}
      isFiltered={filtersOn(state).length > 0}
    >
      <SearchField label={searchLabel} value={state.q} />
      {[...(statuses.length > 0 ? [status] : []), ...choices].map((choice) => (
        <ChoiceFilter key={choice.name} {...choice} value={state[choice.name]} />
      ))}
    </FilterBar>
  );
}
