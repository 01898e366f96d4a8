"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { isValidElement, type ReactElement, type ReactNode } from "react";
import type { ListQuery } from "@/lib/api/client/platform-queries";
import { totalOf } from "@/lib/core/schemas/total-of";
import { compareNames } from "@/lib/core/values/name-order-values";
import { type RowAction, RowActions, useActionDialog } from "../actions/row-actions";
import type { Status } from "../platform/columns";
import { ReadOnlyNotice } from "../platform/read-only-notice";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { inEnglish } from "../ui/in-english";
import { KeepFocus } from "../ui/keep-focus";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { ChoiceFilter, FilterBar, SearchField } from "./filter-form";
import { FilteredList, NothingMatches } from "./filtered-list";
import { filtersOn, type ListState, stateHref } from "./list-state";
import { type ListColumn, ListTable } from "./list-table";
import { type Selection, useSelection } from "./selection";

/** What each page of a list shows from its address. */
export interface ListPageProps {
  path: string;
  state: ListState;
  /** False for people who may only look. */
  mayWrite: boolean;
}

type ListWord = "title" | "description" | "search" | "empty" | "emptyNext";

/** The words of a list whose messages have the usual names. */
export function listWords(t: (word: ListWord) => string) {
  return {
    title: t("title"),
    description: t("description"),
    searchLabel: t("search"),
    empty: { title: t("empty"), next: t("emptyNext") },
  };
}

interface ListScreenProps<Row> extends ListPageProps, FilterProps {
  title: string;
  description?: string;
  links?: ReactNode;
  /** What led here, or why the viewer may only look. */
  notice?: ReactNode;
  /** The text of an empty list, which has no filters then; they stay above anything else. */
  empty: { title: string; next: string } | ReactElement;
  explanation?: ReactNode;
  query: ListQuery<Row>;
  /** The noun for a total, such as "clients", of a list with numbered pages. */
  nounOf?: (total: number) => string;
  columns: readonly ListColumn<Row>[];
  /** The heading that a row stands under. */
  groupOf?: (row: Row) => string;
  /** True shows only the headings of groups until one opens them. */
  foldsGroups?: boolean;
  idOf: (row: Row) => string;
  /** What screen readers call a row. */
  nameOf: (row: Row) => string;
  actionsOf: (row: Row) => readonly RowAction[];
  /** Links in the menu of a row, before its actions. */
  linksOf?: (row: Row) => ReactNode;
  /** The button that creates a row, and its dialog; only for people who may change something. */
  create?: RowAction;
  /** What can be done with the rows that are selected, of which there is one at least. */
  bulk?: ((selection: Selection<Row>, dialog: ListDialog) => ReactNode) | undefined;
}

/** How a list asks, and says what came of it. */
export type ListDialog = Pick<ReturnType<typeof useActionDialog>, "ask" | "show">;

/** A page with a list: search, filters, rows, their actions, and the outcome of the last action. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, path, state, mayWrite, query, columns, groupOf, idOf, nameOf } = props;
  const { actionsOf, linksOf, create, bulk, empty } = props;
  const { notice: arrival = mayWrite ? null : <ReadOnlyNotice /> } = props;
  const t = useTranslations("shell.list");
  const { data, error } = useQuery(query);
  const queries = useQueryClient();
  const { ask, show, notice, dialog } = useActionDialog(() =>
    queries.invalidateQueries({ queryKey: query.queryKey.slice(0, 2) }),
  );
  const items = data?.items ?? [];
  const total = data?.page ? totalOf(data.page) : 0;
  const rows = groupOf ? items.toSorted((a, b) => compareNames(groupOf(a), groupOf(b))) : items;
  const { column: selected, ...selection } = useSelection(rows, idOf, nameOf);
  const menu: ListColumn<Row> = {
    key: "actions",
    label: t("actions"),
    heading: <span className="sr-only">{t("actions")}</span>,
    width: rows.some((row) => actionsOf(row).some(({ isInSight }) => isInSight))
      ? "sm:w-32"
      : "sm:w-15",
    phone: "end",
    cell: (row) => (
      <RowActions name={nameOf(row)} actions={actionsOf(row)} onAsk={ask}>
        {linksOf?.(row)}
      </RowActions>
    ),
  };
  const hasMenu = linksOf !== undefined || rows.some((row) => actionsOf(row).length > 0);
  return (
    <>
      <PageHeader
        title={title}
        description={props.description}
        actions={
          <>
            {props.links}
            {create && mayWrite ? (
              <Button variant="primary" onClick={() => ask(create)}>
                {create.label}
              </Button>
            ) : null}
          </>
        }
      />
      {error ? (
        <Notice tone="error" title={t("notLoaded")} live next={inEnglish(error.message)} />
      ) : null}
      <KeepFocus as="section" aria-label={title} className="grid gap-6">
        {notice ?? arrival}
        <Panel padded={false}>
          <FilteredList
            path={path}
            state={state}
            pages={
              props.nounOf
                ? { total, noun: props.nounOf(total) }
                : { count: rows.length, next: data?.page?.next_id }
            }
            filters={<Filters {...props} />}
            isFiltered={isValidElement(empty) || isFiltered(props)}
            nothingYet={
              isValidElement(empty) ? null : <EmptyState title={empty.title} next={empty.next} />
            }
            noMatch={
              isValidElement(empty) && !isFiltered(props) ? (
                empty
              ) : (
                <NothingMatches href={clearHref(props)} />
              )
            }
          >
            {props.explanation}
            {/* The bar of the selection must not cover the focused element. */}
            <div className={selection.rows.length > 0 ? "sm:[&_:is(a,input)]:scroll-mb-32" : ""}>
              <ListTable
                caption={title}
                columns={[...(bulk ? [selected] : []), ...columns, ...(hasMenu ? [menu] : [])]}
                rows={rows}
                rowKey={idOf}
                {...(columns[0] && { nameKey: columns[0].key })}
                {...(groupOf && { groupOf, foldsGroups: props.foldsGroups === true })}
              />
            </div>
            {selection.rows.length > 0 ? bulk?.(selection, { ask, show }) : null}
          </FilteredList>
        </Panel>
      </KeepFocus>
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

interface FilterProps extends Pick<ListPageProps, "path" | "state"> {
  /** The label of the search field, which names what it searches; missing for a list that is always short. */
  searchLabel?: string;
  statuses?: readonly Status[];
  choices?: readonly ListChoice[];
  moreFilters?: ReactNode;
  /** Names in the state that are no filters, such as an order: searching and clearing keep them. */
  kept?: readonly string[];
}

function isFiltered({ state, kept = [] }: FilterProps): boolean {
  return filtersOn(state).some(([name]) => !kept.includes(name));
}

function keptState({ state, kept = [] }: FilterProps): [string, string][] {
  return filtersOn(state).filter(([name]) => kept.includes(name));
}

function clearHref(props: FilterProps): string {
  return stateHref(props.path, Object.fromEntries(keptState(props)));
}

function Filters(props: FilterProps) {
  const { path, state, searchLabel, statuses, choices = [] } = props;
  if (searchLabel === undefined) return null;
  return (
    <FilterBar
      path={path}
      address={stateHref(path, state)}
      isFiltered={isFiltered(props)}
      clearHref={clearHref(props)}
    >
      <SearchField label={searchLabel} value={state.q} />
      {keptState(props).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {statuses ? <StatusFilter statuses={statuses} value={state.status} /> : null}
      {choices.map((choice) => (
        <ChoiceFilter key={choice.name} {...choice} value={state[choice.name]} />
      ))}
      {props.moreFilters}
    </FilterBar>
  );
}

function StatusFilter(props: { statuses: readonly Status[]; value: string | undefined }) {
  const t = useTranslations("shell.list");
  const statusName = useTranslations("platform.status");
  return (
    <ChoiceFilter
      name="status"
      label={t("status")}
      everything={t("everyStatus")}
      options={props.statuses.map((value) => ({ value, label: statusName(value) }))}
      value={props.value}
    />
  );
}
