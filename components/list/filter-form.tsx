import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button, LinkButton } from "../ui/button";
import { Select } from "../ui/select";
import { smallControlClass } from "../ui/text-input";
import { LiveForm } from "./live-form";

interface FilterBarProps {
  path: string;
  /** Address of the list as it is shown. */
  address: string;
  isFiltered: boolean;
  /** Address without filters; the path unless given. */
  clearHref?: string;
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

interface ChoiceFilterProps {
  label: string;
  name: string;
  value: string | undefined;
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
