import { useMessages, useTranslations } from "next-intl";
import { z } from "zod";
import { listAuditQuerySchema } from "@/lib/audit/query-schemas";
import type { AuditEntry } from "@/lib/audit/schemas";
import { ERASED } from "@/lib/audit/values";
import { ChoiceFilter, FilterForm, TextFilter, TimeFilters } from "../list/filter-form";
import { FilteredList, NothingYet } from "../list/filtered-list";
import { Panel } from "../ui/panel";
import { timestampOfControl } from "../ui/timestamp";
import { AuditTable } from "./audit-table";
import { type AuditWords, actionLabel, actorLabel } from "./audit-words";

interface AuditLogProps extends AuditFiltersProps {
  /** `/organization/{id}/clients`; null if clients have no page here. */
  clientsPath: string | null;
  entries: readonly AuditEntry[];
  /** Entries that match over all pages. */
  total: number;
}

/** An audit log, newest entry first, with filters. */
export function AuditLog({ clientsPath, entries, total, ...filters }: AuditLogProps) {
  const t = useTranslations("audit.list");
  const { path, query, of } = filters;
  return (
    <Panel padded={false}>
      <FilteredList
        filters={<AuditFilters {...filters} />}
        path={path}
        state={query}
        pages={{ total, noun: t("noun", { count: total }) }}
        nothingYet={<NothingYet title={t("nothingYet")}>{t(`nothingYetOf.${of}`)}</NothingYet>}
      >
        <AuditTable entries={entries} clientsPath={clientsPath} />
      </FilteredList>
    </Panel>
  );
}

/** An actor that the log can be filtered by. */
interface ActorChoice {
  /** `user:<id>` or `client:<id>`. */
  actor: string;
  name: string | null;
  email: string | null;
}

interface AuditFiltersProps {
  path: string;
  query: AuditListQuery;
  actions: readonly string[];
  actors: readonly ActorChoice[];
  /** Whose log it is. Only that of an organization can be filtered by client. */
  of: "organization" | "platform";
}

/** Filters of an audit log: action and actor first, the rest on demand. */
function AuditFilters({ path, query, actions, actors, of }: AuditFiltersProps) {
  const t = useTranslations("audit.filters");
  const { audit } = useMessages();
  return (
    <FilterForm
      path={path}
      query={query}
      inSight={["action", "actor"]}
      more={
        <>
          {of === "organization" ? (
            <TextFilter
              label={t("clientId")}
              name="client_id"
              value={query.client_id}
              maxLength={24}
            />
          ) : null}
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
        options={actors.map((choice) => actorOption(audit, choice))}
      />
    </FilterForm>
  );
}

function actorOption(words: AuditWords, { actor, name, email }: ActorChoice) {
  const [type = "", id = ""] = actor.split(":", 2);
  const who = actorLabel(words, { type, id, name });
  // Several have no name, or were erased; their ids tell them apart.
  const detail = name === null || name === ERASED ? id : email;
  return { value: actor, label: [who, detail && `(${detail})`].filter(Boolean).join(" ") };
}

const { action, actor, client_id, target, request_id, from, to, page_no } =
  listAuditQuerySchema.shape;

// People edit addresses by hand, so a value that is invalid counts as missing.
const auditListQuerySchema = z.object({
  action: action.catch(undefined),
  actor: actor.catch(undefined),
  client_id: client_id.catch(undefined),
  target: target.catch(undefined),
  request_id: request_id.catch(undefined),
  from: z.preprocess(timestampOfControl, from).catch(undefined),
  to: z.preprocess(timestampOfControl, to).catch(undefined),
  page: page_no.catch(1),
});

/** State of an audit log, all of which is in the URL. */
export type AuditListQuery = z.output<typeof auditListQuerySchema>;

/** Reads the state from a page's search parameters. */
export function parseAuditListQuery(
  params: Readonly<Record<string, string | string[] | undefined>>,
): AuditListQuery {
  return auditListQuerySchema.parse(params);
}
