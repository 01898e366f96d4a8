import { useTranslations } from "next-intl";
import { ChoiceFilter, FilterBar, SearchField } from "../list/filter-form";
import { filtersOn, type ListState, stateHref } from "../list/list-state";
import type { Status } from "./common-columns";

/** A filter with a fixed set of values. */
export interface ListChoice {
  name: string;
  label: string;
  everything: string;
  options: readonly { value: string; label: string }[];
}

interface ListFiltersProps {
  path: string;
  state: ListState;
  /** The label of the search field, which names what it searches. */
  searchLabel: string;
  choices?: readonly ListChoice[];
}

/** Search and filters of a list with a cursor. */
export function ListFilters({ path, state, searchLabel, choices = [] }: ListFiltersProps) {
  return (
    <FilterBar
      path={path}
      address={stateHref(path, state)}
      isFiltered={filtersOn(state).length > 0}
    >
      <SearchField label={searchLabel} value={state.q} />
      {choices.map((choice) => (
        <ChoiceFilter key={choice.name} {...choice} value={state[choice.name]} />
      ))}
    </FilterBar>
  );
}

/** The filter for these statuses; none if there are none. */
export function useStatusChoice(statuses: readonly Status[]): readonly ListChoice[] {
  const t = useTranslations("platform.list");
  const statusName = useTranslations("platform.status");
  if (statuses.length === 0) return [];
  const options = statuses.map((value) => ({ value, label: statusName(value) }));
  return [{ name: "status", label: t("status"), everything: t("everyStatus"), options }];
}
