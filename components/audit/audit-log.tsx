import { ShieldCheck } from "lucide-react";
import { useMessages, useTranslations } from "next-intl";
import { z } from "zod";
import { exportFormats, listAuditQuerySchema } from "@/lib/audit/query-schemas";
import type { AuditEntry, ChainVerdict } from "@/lib/audit/schemas";
import { ERASED } from "@/lib/audit/values";
import { ChoiceFilter, FilterBar } from "../list/filter-form";
import { FilteredList, NothingYet } from "../list/filtered-list";
import { filtersOn, stateHref } from "../list/list-state";
import { ExportMenu } from "../list/menu";
import { Button } from "../ui/button";
import { Disclosure } from "../ui/disclosure";
import { TextField } from "../ui/field";
import { Identifier } from "../ui/identifier";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { controlTimestamp, timestampOfControl } from "../ui/timestamp";
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

const IDS = [
  { name: "client_id", label: "clientId", maxLength: 24 },
  { name: "target", label: "target", maxLength: 100 },
  { name: "request_id", label: "requestId", maxLength: 64 },
] as const;

/** Filters of an audit log: action and actor first, the rest on demand. */
function AuditFilters({ path, query, actions, actors, of }: AuditFiltersProps) {
  const t = useTranslations("audit.filters");
  const list = useTranslations("shell.list");
  const { audit } = useMessages();
  const { action, actor, from, to } = query;
  const filters = filtersOn(query);
  return (
    <FilterBar path={path} address={stateHref(path, query)} isFiltered={filters.length > 0}>
      <ChoiceFilter
        label={t("action")}
        name="action"
        value={action}
        everything={t("everyAction")}
        options={actions.map((value) => ({ value, label: actionLabel(audit, value) }))}
      />
      <ChoiceFilter
        label={t("who")}
        name="actor"
        value={actor}
        everything={t("everybody")}
        options={actors.map((choice) => actorOption(audit, choice))}
      />
      <Disclosure
        summary={list("moreFilters")}
        open={filters.some(([name]) => name !== "action" && name !== "actor")}
      >
        <div className="grid gap-4 pb-2 sm:grid-cols-2 lg:grid-cols-3">
          {IDS.filter(({ name }) => name !== "client_id" || of === "organization").map((id) => (
            <TextField
              key={id.name}
              label={t(id.label)}
              name={id.name}
              mono
              defaultValue={query[id.name] ?? ""}
              maxLength={id.maxLength}
            />
          ))}
          {Object.entries({ from, to }).map(([name, time]) => (
            <TextField
              key={name}
              label={list(name === "from" ? "from" : "to")}
              type="datetime-local"
              name={name}
              defaultValue={controlTimestamp(time)}
            />
          ))}
        </div>
      </Disclosure>
    </FilterBar>
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

interface AuditActionsProps {
  exportPath: string;
  path: string;
  query: AuditListQuery;
}

/** Exports the filtered entries, and verifies the log. Works without JavaScript. */
export function AuditActions({ exportPath, path, query }: AuditActionsProps) {
  const t = useTranslations("audit");
  return (
    <>
      <ExportMenu
        formats={exportFormats.map((format) => ({
          format,
          href: `${exportPath}?${new URLSearchParams([...filtersOn(query), ["format", format]])}`,
        }))}
      />
      <form action={path} method="get">
        {filtersOn(query).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="verify" value="1" />
        <Button type="submit">
          <ShieldCheck className="size-4" />
          {t("verify")}
        </Button>
      </form>
    </>
  );
}

/** The result of verifying the whole log. */
export function VerdictNotice({ verdict }: { verdict: ChainVerdict }) {
  const t = useTranslations("audit.verdict");
  const { entries, hash, broken } = verdict;
  if (broken) {
    return (
      <Notice tone="error" title={t("broken")} live>
        {/* The API describes the break in English only. */}
        <p lang="en">{broken.message}</p>
        <p>{t("brokenNext", { entries })}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="success" title={t("intact", { entries })} live>
      {hash ? (
        <p>
          {t.rich("keepHash", {
            hash: () => <Identifier value={hash} what={t("hashCopied")} />,
          })}
        </p>
      ) : null}
    </Notice>
  );
}
