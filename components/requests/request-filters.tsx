"use client";

import clsx from "clsx";
import { X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { requestKinds } from "@/lib/protocol/events/values";
import { type FigureWindow, figureWindowNames } from "@/lib/requests/log/values";
import { SearchField } from "../list/filter-form";
import { filtersOn, type ListState, stateHref } from "../list/list-state";
import { LiveForm } from "../list/live-form";
import { shortCause } from "./request-words";

/** A client or company to choose. */
export interface Choice {
  id: string;
  name: string;
}

interface RequestFiltersProps {
  path: string;
  state: ListState;
  window: FigureWindow;
  /** How many were denied in the window. */
  denied: number;
  /** Null where all requests are of one client. */
  clients: readonly Choice[] | null;
  companies: readonly Choice[];
  /** At the end of the row. */
  children: ReactNode;
}

/** Filters of a list of requests in one row. Without JavaScript, Enter searches. */
export function RequestFilters(props: RequestFiltersProps) {
  const { path, state, window, denied, clients, companies, children } = props;
  const t = useTranslations("requests.filters");
  const all = useTranslations("requests");
  const router = useRouter();
  const hrefWith = (change: ListState) =>
    stateHref(path, { ...state, cursor: undefined, ...change });
  const go = (change: ListState) => router.replace(hrefWith(change), { scroll: false });
  const { q: _, ...others } = state;
  return (
    <search
      aria-label={t("label")}
      className="grid gap-1.5 border-line border-b p-2 sm:flex sm:flex-wrap sm:items-center sm:px-3"
    >
      <LiveForm path={path} address={stateHref(path, state)}>
        {filtersOn(others).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SearchField label={t("search")} value={state.q} />
      </LiveForm>
      <div className="flex flex-wrap gap-1.5 sm:contents">
        <Chip
          href={hrefWith({
            denied: state.denied === "true" ? undefined : "true",
            check: undefined,
          })}
          isOn={state.denied === "true"}
          tone={denied > 0 ? "danger" : undefined}
        >
          {t("denied")} <span className="tabular-nums">{denied}</span>
        </Chip>
        {requestKinds.map((kind) => (
          <Chip
            key={kind}
            href={hrefWith({ kind: state.kind === kind ? undefined : kind })}
            isOn={state.kind === kind}
          >
            {t(`kinds.${kind}`)}
          </Chip>
        ))}
        {clients ? (
          <ChoiceChip
            label={t("client")}
            choices={clients}
            value={state.client_id}
            onChoose={(client_id) => go({ client_id })}
          />
        ) : null}
        <ChoiceChip
          label={t("company")}
          choices={companies}
          value={state.company_id}
          onChoose={(company_id) => go({ company_id })}
        />
        {state.from || state.to ? (
          <Chip href={hrefWith({ from: undefined, to: undefined })} isOn removes>
            {t("span", { from: minuteOf(state.from), to: minuteOf(state.to) })}
          </Chip>
        ) : (
          <ChoiceChip
            label={t("time")}
            choices={figureWindowNames.map((name) => ({
              id: name,
              name: t(`windows.${name}`),
            }))}
            value={window}
            isRequired
            onChoose={(chosen) => go({ window: chosen })}
          />
        )}
        {state.check ? (
          <Chip href={hrefWith({ check: undefined })} isOn removes>
            {t("cause", { cause: shortCause(all, state.check) })}
          </Chip>
        ) : null}
      </div>
      {children}
    </search>
  );
}

function minuteOf(timestamp: string | undefined): string {
  return timestamp ? new Date(timestamp).toISOString().slice(5, 16).replace("T", " ") : "…";
}

interface ChipProps {
  href: string;
  isOn: boolean;
  /** True for one that only takes its filter away. */
  removes?: boolean;
  tone?: "danger" | undefined;
  children: ReactNode;
}

const CHIP =
  "flex h-8 max-w-full shrink-0 items-center gap-1 whitespace-nowrap rounded-full border px-2.5 text-sm";

function Chip({ href, isOn, removes = false, tone, children }: ChipProps) {
  const t = useTranslations("requests.filters");
  return (
    <Link
      href={href}
      scroll={false}
      aria-current={isOn && !removes ? "true" : undefined}
      className={clsx(
        CHIP,
        isOn ? "border-primary bg-primary text-primary-ink" : "border-line hover:bg-hover",
        !isOn && tone === "danger" && "font-semibold text-danger",
      )}
    >
      {children}
      {removes ? (
        <>
          <X className="size-3.5" aria-hidden="true" />
          <span className="sr-only">{t("remove")}</span>
        </>
      ) : null}
    </Link>
  );
}

interface ChoiceChipProps {
  label: string;
  choices: readonly Choice[];
  value: string | undefined;
  isRequired?: boolean;
  onChoose: (id: string | undefined) => void;
}

/** A chip that is a choice. One that is no longer among the choices stays chosen. */
function ChoiceChip(props: ChoiceChipProps) {
  const { label, choices, value, isRequired = false, onChoose } = props;
  const isMissing = value !== undefined && !choices.some(({ id }) => id === value);
  return (
    <select
      aria-label={label}
      value={value ?? ""}
      onChange={({ target }) => onChoose(target.value || undefined)}
      className={clsx(
        CHIP,
        "max-w-44 truncate [field-sizing:content]",
        value && !isRequired
          ? "border-primary bg-primary text-primary-ink"
          : "border-line bg-surface hover:bg-hover",
      )}
    >
      {isRequired ? null : <option value="">{label}</option>}
      {isMissing ? <option value={value}>{value}</option> : null}
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
