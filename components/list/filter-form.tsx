import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { LinkButton } from "../ui/button";
import { Disclosure } from "../ui/disclosure";
import { Field } from "../ui/field";
import { SearchButton } from "../ui/search-button";
import { Select } from "../ui/select";
import { TextInput } from "../ui/text-input";
import { controlTimestamp } from "../ui/timestamp";
import { filtersOf, type ListQuery, listHref } from "./list-query";

interface FilterFormProps {
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
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          name={name}
          defaultValue={value ?? ""}
          options={[
            { value: "", label: everything },
            ...options,
            ...(isMissing ? [{ value, label: value }] : []),
          ]}
        />
      )}
    </Field>
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
