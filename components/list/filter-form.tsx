import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { Button, LinkButton } from "../ui/button";
import { Disclosure } from "../ui/disclosure";
import { Field } from "../ui/field";
import { Select } from "../ui/select";
import { smallControlClass, TextInput } from "../ui/text-input";
import { controlTimestamp } from "../ui/timestamp";
import { filtersOn, type NumberedState, stateHref } from "./list-state";
import { LiveForm } from "./live-form";

interface FilterFormProps {
  /** Of the page that shows the list. */
  path: string;
  query: NumberedState;
  /** Names of the filters that are always in sight. */
  inSight: readonly string[];
  /** The filters. */
  children: ReactNode;
  /** The controls of all others, which open on demand. */
  more: ReactNode;
}

/** Filters of a list: it changes while one types and chooses. */
export function FilterForm({ path, query, inSight, children, more }: FilterFormProps) {
  const t = useTranslations("shell.list");
  const filters = filtersOn(query);
  return (
    <FilterBar path={path} address={stateHref(path, query)} isFiltered={filters.length > 0}>
      {children}
      <Disclosure
        summary={t("moreFilters")}
        open={filters.some(([name]) => !inSight.includes(name))}
      >
        <div className="grid gap-4 pb-2 sm:grid-cols-2 lg:grid-cols-3">{more}</div>
      </Disclosure>
    </FilterBar>
  );
}

interface FilterBarProps {
  /** Of the page that shows the list. */
  path: string;
  /** Address of the list as it is shown. */
  address: string;
  isFiltered: boolean;
  /** Address without filters; the path unless given. */
  clearHref?: string;
  /** Fields and links, beside each other. */
  children: ReactNode;
}

/** The bar above a list with search and filters. */
export function FilterBar(props: FilterBarProps) {
  const { path, address, isFiltered, clearHref = path, children } = props;
  const t = useTranslations("shell.list");
  return (
    <search className="block border-line border-b px-4 py-2 sm:px-5">
      <LiveForm path={path} address={address}>
        <div className="flex min-h-8 flex-wrap items-center gap-2">
          {children}
          <noscript>
            <Button type="submit">{t("search")}</Button>
          </noscript>
          {isFiltered ? (
            <LinkButton href={clearHref} variant="quiet" size="small">
              {t("clearFilters")}
            </LinkButton>
          ) : null}
        </div>
      </LiveForm>
    </search>
  );
}

/** The field of a list that searches it. */
export function SearchField({ label, value }: { label: string; value: string | undefined }) {
  return (
    <input
      type="search"
      name="q"
      maxLength={120}
      aria-label={label}
      placeholder={label}
      defaultValue={value ?? ""}
      className={smallControlClass("sm:w-80")}
    />
  );
}

interface FilterProps {
  label: string;
  /** Of the query parameter. */
  name: string;
  value: string | undefined;
}

interface ChoiceFilterProps extends FilterProps {
  /** The label of the option without a filter. */
  everything: string;
  options: readonly { value: string; label: string }[];
}

/** A filter with a fixed set of values. A value that is no longer among them stays chosen. */
export function ChoiceFilter({ label, name, value, everything, options }: ChoiceFilterProps) {
  const isMissing = value !== undefined && !options.some((option) => option.value === value);
  return (
    <Select
      aria-label={label}
      name={name}
      small
      defaultValue={value ?? ""}
      options={[
        { value: "", label: everything },
        ...options,
        ...(isMissing ? [{ value, label: value }] : []),
      ]}
    />
  );
}

interface TextFilterProps extends FilterProps {
  hint?: ReactNode;
  maxLength: number;
  /** Values to pick from; others can be typed. */
  suggestions?: readonly string[];
}

/** A filter that is typed. */
export function TextFilter(props: TextFilterProps) {
  const { label, hint, name, value, maxLength, suggestions } = props;
  const listId = useId();
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <>
          <TextInput
            {...control}
            name={name}
            mono
            defaultValue={value ?? ""}
            maxLength={maxLength}
            {...(suggestions && { list: listId })}
          />
          {suggestions ? (
            <datalist id={listId}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          ) : null}
        </>
      )}
    </Field>
  );
}

/** Filters for the time of an entry, in UTC. */
export function TimeFilters({ from, to }: { from: string | undefined; to: string | undefined }) {
  const t = useTranslations("shell.list");
  return [
    { name: "from", label: t("from"), value: from },
    { name: "to", label: t("to"), value: to },
  ].map(({ name, label, value }) => (
    <Field key={name} label={label}>
      {(control) => (
        <TextInput
          {...control}
          type="datetime-local"
          name={name}
          defaultValue={controlTimestamp(value)}
        />
      )}
    </Field>
  ));
}
