import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { requestKinds } from "@/lib/protocol/events/values";
import { DEFAULT_FIGURE_WINDOW, figureWindowNames } from "@/lib/requests/log/values";
import { ChoiceFilter, FilterBar, SearchField } from "../list/filter-form";
import { filtersOn, type ListState, stateHref } from "../list/list-state";
import { LinkButton } from "../ui/button";
import { shortCause } from "./request-words";

/** A client or company to choose. */
export interface Choice {
  id: string;
  name: string;
}

interface RequestFiltersProps {
  path: string;
  state: ListState;
  denied: number;
  /** Null where all requests are of one client. */
  clients: readonly Choice[] | null;
  companies: readonly Choice[];
  children: ReactNode;
}

/** Filters of a list of requests in one row. */
export function RequestFilters(props: RequestFiltersProps) {
  const { path, state, denied, clients, companies, children } = props;
  const t = useTranslations("requests.filters");
  const all = useTranslations("requests");
  const hrefWith = (change: ListState) =>
    stateHref(path, { ...state, cursor: undefined, ...change });
  const { q, kind, client_id, company_id, window, ...others } = state;
  const { check, from, to } = state;
  const isDenied = state.denied === "true";
  const windowOption = (value: (typeof figureWindowNames)[number]) => ({
    value,
    label: t(`windows.${value}`),
  });
  return (
    <FilterBar
      path={path}
      address={stateHref(path, state)}
      isFiltered={filtersOn({ ...state, window: undefined }).length > 0}
    >
      {filtersOn(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SearchField label={t("search")} value={q} />
      <LinkButton
        size="small"
        scroll={false}
        variant={isDenied ? "primary" : "secondary"}
        aria-current={isDenied ? "true" : undefined}
        href={hrefWith({ denied: isDenied ? undefined : "true", check: undefined })}
      >
        {t("denied")} <span className="tabular-nums">{denied}</span>
      </LinkButton>
      <ChoiceFilter
        label={t("kind")}
        name="kind"
        value={kind}
        everything={t("kind")}
        options={requestKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      {clients ? (
        <ChoiceFilter
          label={t("client")}
          name="client_id"
          value={client_id}
          everything={t("client")}
          options={clients.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      <ChoiceFilter
        label={t("company")}
        name="company_id"
        value={company_id}
        everything={t("company")}
        options={companies.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {from || to ? (
        <RemoveFilter href={hrefWith({ from: undefined, to: undefined })}>
          {t("span", { from: minuteOf(from), to: minuteOf(to) })}
        </RemoveFilter>
      ) : (
        <ChoiceFilter
          label={t("time")}
          name="window"
          value={window === DEFAULT_FIGURE_WINDOW ? undefined : window}
          everything={windowOption(DEFAULT_FIGURE_WINDOW).label}
          options={figureWindowNames
            .filter((name) => name !== DEFAULT_FIGURE_WINDOW)
            .map(windowOption)}
        />
      )}
      {check ? (
        <RemoveFilter href={hrefWith({ check: undefined })}>
          {t("cause", { cause: shortCause(all, check) })}
        </RemoveFilter>
      ) : null}
      {children}
    </FilterBar>
  );
}

function minuteOf(timestamp: string | undefined): string {
  return timestamp ? new Date(timestamp).toISOString().slice(5, 16).replace("T", " ") : "…";
}

/** A filter that a link has set; it takes it away. */
function RemoveFilter({ href, children }: { href: string; children: string }) {
  const t = useTranslations("requests.filters");
  return (
    <LinkButton size="small" variant="primary" scroll={false} href={href}>
      {children}
      <X className="size-3.5" />
      <span className="sr-only">{t("remove")}</span>
    </LinkButton>
  );
}
