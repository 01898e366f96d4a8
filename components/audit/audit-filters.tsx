import { useMessages, useTranslations } from "next-intl";
import { ChoiceFilter, TextFilter, TimeFilters } from "../list/filter-fields";
import { FilterForm } from "../list/filter-form";
import type { AuditListQuery } from "./audit-list-query";
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
  /** Whether the log is that of one client, so that there is no filter for it. */
  ofClient: boolean;
}

/** Filters of an audit log: action and actor first, the rest on demand. */
export function AuditFilters({ path, query, actions, actors, ofClient }: AuditFiltersProps) {
  const t = useTranslations("audit.filters");
  const { audit } = useMessages();
  return (
    <FilterForm
      path={path}
      query={query}
      inSight={["action", "actor"]}
      more={
        <>
          {ofClient ? null : (
            <TextFilter
              label={t("clientId")}
              name="client_id"
              value={query.client_id}
              maxLength={24}
            />
          )}
          <TextFilter label={t("target")} name="target" value={query.target} maxLength={100} />
          <TextFilter
            label={t("requestId")}
            name="request_id"
            value={query.request_id}
            maxLength={64}
          />
          <TimeFilters from={query.from} to={query.to} />
        </>
      }
    >
      <div className="grid max-w-form gap-4 sm:grid-cols-2">
        <ChoiceFilter
          label={t("action")}
          name="action"
          value={query.action}
          everything={t("everyAction")}
          options={actions.map((value) => ({ value, label: actionLabel(audit, value) }))}
        />
        <ChoiceFilter
          label={t("who")}
          name="actor"
          value={query.actor}
          everything={t("everybody")}
          options={actors.map(actorOption)}
        />
      </div>
    </FilterForm>
  );
}

function actorOption({ actor, name, email }: ActorChoice) {
  return { value: actor, label: [name ?? actor, email && `(${email})`].filter(Boolean).join(" ") };
}
