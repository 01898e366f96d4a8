import { Search } from "lucide-react";
import { useMessages, useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Disclosure } from "../ui/disclosure";
import { Field } from "../ui/field";
import { LinkButton } from "../ui/link-button";
import { Select } from "../ui/select";
import { TextInput } from "../ui/text-input";
import { controlMoment } from "../ui/utc-moment";
import { type AuditListQuery, auditListHref, filtersOf } from "./audit-list-query";
import { actionLabel } from "./audit-words";

/** An actor that the log can be filtered by. */
export interface ActorChoice {
  /** `user:<id>` or `client:<id>`. */
  actor: string;
  name: string | null;
  email: string | null;
}

export interface AuditFiltersProps {
  path: string;
  query: AuditListQuery;
  actions: readonly string[];
  actors: readonly ActorChoice[];
  /** Whether the log is that of one client, which then is no filter. */
  ofClient: boolean;
}

/** Filters of an audit log, as a GET form: action and actor first, the rest on demand. */
export function AuditFilters(props: AuditFiltersProps) {
  const t = useTranslations("audit");
  const { audit } = useMessages();
  const { path, query, actions, actors } = props;
  const { action, actor, page: _, ...narrowing } = query;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  return (
    <search className="block border-line border-b p-4 sm:px-6">
      {/* A new key brings the fields back to the address after a link has changed it. */}
      <form key={auditListHref(path, query)} action={path} method="get" className="grid gap-4">
        <div className="grid max-w-form gap-4 sm:grid-cols-2">
          <Field label={t("filters.action")}>
            {(control) => (
              <Select
                {...control}
                name="action"
                defaultValue={action ?? ""}
                options={withChosen(
                  actions.map((value) => ({ value, label: actionLabel(audit, value) })),
                  action,
                  t("filters.everyAction"),
                )}
              />
            )}
          </Field>
          <Field label={t("filters.who")}>
            {(control) => (
              <Select
                {...control}
                name="actor"
                defaultValue={actor ?? ""}
                options={withChosen(actors.map(actorOption), actor, t("filters.everybody"))}
              />
            )}
          </Field>
        </div>
        <Disclosure summary={t("filters.more")} open={isNarrowed}>
          <Narrowing {...props} />
        </Disclosure>
        <div className="flex flex-wrap gap-2">
          <Button type="submit">
            <Search className="size-4" aria-hidden="true" />
            {t("filters.search")}
          </Button>
          {filtersOf(query).length > 0 ? (
            <LinkButton href={path} variant="quiet">
              {t("list.showEverything")}
            </LinkButton>
          ) : null}
        </div>
      </form>
    </search>
  );
}

type Option = { value: string; label: string };

/** The chosen value is always among the options, also when no new entry has it. */
function withChosen(options: Option[], chosen: string | undefined, everything: string): Option[] {
  const isMissing = chosen !== undefined && !options.some(({ value }) => value === chosen);
  return [
    { value: "", label: everything },
    ...options,
    ...(isMissing ? [{ value: chosen, label: chosen }] : []),
  ];
}

function actorOption({ actor, name, email }: ActorChoice): Option {
  return { value: actor, label: [name ?? actor, email && `(${email})`].filter(Boolean).join(" ") };
}

function Narrowing({ query, ofClient }: AuditFiltersProps) {
  const t = useTranslations("audit.filters");
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {ofClient ? null : (
        <Text label={t("clientId")} name="client_id" value={query.client_id} maxLength={24} />
      )}
      <Text label={t("target")} name="target" value={query.target} maxLength={100} />
      <Text label={t("requestId")} name="request_id" value={query.request_id} maxLength={64} />
      <Moment label={t("from")} name="from" value={query.from} />
      <Moment label={t("to")} name="to" value={query.to} />
    </div>
  );
}

interface ControlProps {
  label: string;
  name: string;
  value: string | undefined;
}

function Text({ label, name, value, maxLength }: ControlProps & { maxLength: number }) {
  return (
    <Field label={label}>
      {(control) => (
        <TextInput {...control} name={name} mono defaultValue={value ?? ""} maxLength={maxLength} />
      )}
    </Field>
  );
}

function Moment({ label, name, value }: ControlProps) {
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          type="datetime-local"
          name={name}
          defaultValue={controlMoment(value)}
        />
      )}
    </Field>
  );
}
