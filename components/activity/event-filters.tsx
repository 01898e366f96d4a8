import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { eventKinds, eventOutcomes } from "@/lib/oauth/events/schemas";
import { Button } from "../ui/button";
import { Disclosure } from "../ui/disclosure";
import { Field } from "../ui/field";
import { LinkButton } from "../ui/link-button";
import { Select } from "../ui/select";
import { TextInput } from "../ui/text-input";
import { controlMoment } from "../ui/utc-moment";
import { type EventListQuery, eventListHref, isFiltered } from "./event-list-query";

export interface EventFiltersProps {
  path: string;
  query: EventListQuery;
  /** Names of all checks. */
  checks: readonly string[];
  /** Error codes to choose from; others can be typed. */
  reasons: readonly string[];
}

/** Search and filters of the log, as a GET form: the request id first, the rest on demand. */
export function EventFilters(props: EventFiltersProps) {
  const t = useTranslations("events");
  const { path, query } = props;
  const { request_id: requestId, page: _, ...narrowing } = query;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  return (
    <search className="block border-line border-b p-4 sm:px-6">
      {/* A new key brings the fields back to the address after a link has changed it. */}
      <form key={eventListHref(path, query)} action={path} method="get" className="grid gap-4">
        <Field label={t("filters.requestId")} hint={t("filters.requestIdHint")}>
          {(control) => (
            <TextInput
              {...control}
              type="search"
              name="request_id"
              mono
              defaultValue={requestId ?? ""}
              maxLength={60}
              className="max-w-md"
            />
          )}
        </Field>
        <Disclosure summary={t("filters.more")} open={isNarrowed}>
          <Narrowing {...props} />
        </Disclosure>
        <div className="flex flex-wrap gap-2">
          <Button type="submit">
            <Search className="size-4" aria-hidden="true" />
            {t("filters.search")}
          </Button>
          {isFiltered(query) ? (
            <LinkButton href={path} variant="quiet">
              {t("list.showEverything")}
            </LinkButton>
          ) : null}
        </div>
      </form>
    </search>
  );
}

function Narrowing({ query, checks, reasons }: EventFiltersProps) {
  const t = useTranslations("events");
  const reasonsId = useId();
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Choice
        label={t("filters.outcome")}
        name="outcome"
        value={query.outcome}
        everything={t("filters.everyOutcome")}
        options={eventOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
      />
      <Choice
        label={t("filters.kind")}
        name="kind"
        value={query.kind}
        everything={t("filters.everyKind")}
        options={eventKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <Choice
        label={t("filters.check")}
        name="check"
        value={query.check}
        everything={t("filters.everyCheck")}
        options={checks.map((value) => ({ value, label: value }))}
      />
      <Choice
        label={t("filters.caller")}
        name="authenticated"
        value={query.authenticated === undefined ? undefined : String(query.authenticated)}
        everything={t("filters.everyCaller")}
        options={(["true", "false"] as const).map((value) => ({
          value,
          label: t(`filters.callers.${value}`),
        }))}
      />
      <Field label={t("filters.reason")}>
        {(control) => (
          <>
            <TextInput
              {...control}
              name="reason"
              mono
              list={reasonsId}
              defaultValue={query.reason ?? ""}
              maxLength={60}
            />
            <datalist id={reasonsId}>
              {reasons.map((reason) => (
                <option key={reason} value={reason} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label={t("filters.from")}>
        {(control) => (
          <TextInput
            {...control}
            type="datetime-local"
            name="from"
            defaultValue={controlMoment(query.from)}
          />
        )}
      </Field>
      <Field label={t("filters.to")}>
        {(control) => (
          <TextInput
            {...control}
            type="datetime-local"
            name="to"
            defaultValue={controlMoment(query.to)}
          />
        )}
      </Field>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  value: string | undefined;
  /** What it says when nothing is left out. */
  everything: string;
  options: readonly { value: string; label: string }[];
}

function Choice({ label, name, value, everything, options }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          name={name}
          defaultValue={value ?? ""}
          options={[{ value: "", label: everything }, ...options]}
        />
      )}
    </Field>
  );
}
