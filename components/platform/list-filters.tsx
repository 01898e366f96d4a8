import { useTranslations } from "next-intl";
import { ChoiceFilter } from "../list/filter-form";
import { LinkButton } from "../ui/button";
import { Field } from "../ui/field";
import { SearchButton } from "../ui/search-button";
import { TextInput } from "../ui/text-input";
import type { Status } from "./common-columns";
import { filtersOn, type ListState, stateHref } from "./list-state";

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

/** Search and filters of a list, as a GET form: it works without JavaScript. */
export function ListFilters({ path, state, searchLabel, choices = [] }: ListFiltersProps) {
  const t = useTranslations("shell.list");
  return (
    <search className="block border-line border-b p-4 sm:px-6">
      {/* A new key resets the fields after a link has changed the address. */}
      <form
        key={stateHref(path, state)}
        action={path}
        method="get"
        className="grid items-end gap-3 sm:flex sm:flex-wrap"
      >
        <div className="sm:w-80">
          <Field label={searchLabel}>
            {(control) => (
              <TextInput
                {...control}
                type="search"
                name="q"
                maxLength={200}
                defaultValue={state.q ?? ""}
              />
            )}
          </Field>
        </div>
        {choices.map((choice) => (
          <div key={choice.name} className="sm:w-56">
            <ChoiceFilter {...choice} value={state[choice.name]} />
          </div>
        ))}
        <div className="flex flex-wrap gap-2">
          <SearchButton />
          {filtersOn(state).length > 0 ? (
            <LinkButton href={path} variant="quiet">
              {t("clearFilters")}
            </LinkButton>
          ) : null}
        </div>
      </form>
    </search>
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
