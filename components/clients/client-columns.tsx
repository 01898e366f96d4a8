import { ArrowDown, ArrowUp } from "lucide-react";
import { useFormatter, useNow, useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { type ClientFigures, MAX_COUNTED_COMPANIES } from "@/lib/clients/figures/values";
import type { ClientResponse } from "@/lib/clients/schemas";
import { RESTORE_DAYS } from "@/lib/clients/values";
import { DeniedShare } from "../list/denied-share";
import { type ListState, stateHref } from "../list/list-state";
import type { ListColumn } from "../list/list-table";
import { MenuLink } from "../list/menu";
import { RowLink } from "../list/row-link";
import { Badge } from "../ui/badge";
import { Sparkline } from "../ui/sparkline";
import { Timestamp } from "../ui/timestamp";
import { ClientMark } from "./client-mark";
import { ClientStatusBadge } from "./client-status-badge";

export type ClientRow = ClientResponse;

const DAY_MS = 86_400_000;
const LONG_UNUSED_DAYS = 30;
const SHOWN_TAGS = 2;

/** The columns of clients that are there, and of deleted ones. @param path of the list */
export function useClientColumns(
  path: string,
  state: ListState,
  figures: readonly ClientFigures[],
): Record<"present" | "deleted", ListColumn<ClientRow>[]> {
  const t = useTranslations("clients.table");
  const typeName = useTranslations("clientWords.types");
  const figuresOf = ({ client_id: id }: ClientRow) =>
    figures.find(({ clientId }) => clientId === id);
  const name: ListColumn<ClientRow> = {
    key: "name",
    label: t("name"),
    heading: <NameHeading path={path} state={state} />,
    sorted: directionOf(state),
    cell: (row) => <NameCell path={path} state={state} row={row} />,
  };
  return {
    present: [
      name,
      {
        key: "companies",
        label: t("companies"),
        width: "sm:w-24 tabular-nums",
        align: "end",
        phone: "none",
        from: "md",
        cell: (row) => {
          const companies = figuresOf(row)?.companies ?? 0;
          return companies < MAX_COUNTED_COMPANIES ? companies || null : `${companies}+`;
        },
      },
      {
        key: "calls",
        label: t("calls"),
        width: "sm:w-32",
        from: "md",
        phone: "none",
        cell: (row) => <CallsCell calls={figuresOf(row)?.calls ?? []} />,
      },
      {
        key: "denied",
        label: t("denied"),
        heading: <span title={t("deniedWhat")}>{t("denied")}</span>,
        width: "sm:w-20 tabular-nums",
        align: "end",
        phone: "none",
        cell: (row) => {
          const { calls = [], denied = 0 } = figuresOf(row) ?? {};
          return <DeniedShare calls={sumOf(calls)} denied={denied} />;
        },
      },
      {
        key: "secret",
        label: t("secret"),
        width: "sm:w-36",
        phone: "none",
        cell: (row) => <SecretCell row={row} />,
      },
      {
        key: "used",
        label: t("lastUsed"),
        width: "sm:w-32",
        cell: ({ last_used_at: usedAt }) => <Timestamp value={usedAt} otherwise={t("never")} />,
      },
    ],
    deleted: [
      name,
      {
        key: "type",
        label: t("type"),
        width: "sm:w-28",
        from: "md",
        phone: "none",
        cell: ({ client_type: type }) => typeName(type),
      },
      {
        key: "deleted",
        label: t("deleted"),
        width: "sm:w-28",
        cell: ({ deleted_at: at }) => (at ? <Timestamp value={at} /> : null),
      },
      {
        key: "until",
        label: t("restorableUntil"),
        width: "sm:w-36",
        cell: ({ deleted_at: at }) =>
          at ? <Timestamp value={restorableUntil(at)} exact="day" /> : null,
      },
    ],
  };
}

function restorableUntil(deletedAt: string): Date {
  return new Date(Date.parse(deletedAt) + RESTORE_DAYS * DAY_MS);
}

interface NameProps {
  path: string;
  state: ListState;
}

/** Sorts by name, then by name backwards, then newest first again. */
function NameHeading({ path, state }: NameProps) {
  const t = useTranslations("clients.table");
  const direction = directionOf(state);
  const Icon = direction && { ascending: ArrowUp, descending: ArrowDown }[direction];
  const sort = { ascending: "-name", descending: undefined, none: "name" }[direction ?? "none"];
  return (
    <Link
      href={stateHref(path, { ...state, sort, page: undefined })}
      className="-mx-1 inline-flex min-h-7 items-center gap-1 rounded-sm px-1 hover:text-ink"
    >
      {t("name")}
      {Icon ? <Icon className="size-3.5" /> : null}
    </Link>
  );
}

function directionOf({ sort }: ListState) {
  if (sort === "name") return "ascending";
  return sort === "-name" ? "descending" : undefined;
}

/** The client of a row, with its status unless it works. A deleted client has no page to link to. */
function NameCell({ path, state, row }: NameProps & { row: ClientRow }) {
  const { client_id: clientId, deleted_at: deletedAt, logo_uri: logoUri, name, status } = row;
  const shown = <bdi className="truncate font-semibold">{name}</bdi>;
  return (
    <div className="flex min-w-0 items-center gap-2" title={clientId}>
      <ClientMark client={{ clientId, name, logoUri }} />
      {deletedAt ? (
        shown
      ) : (
        <RowLink href={`${path}/${clientId}`} className="flex">
          {shown}
        </RowLink>
      )}
      {deletedAt ? null : <ClientStatusBadge status={status} />}
      <Tags path={path} state={state} tags={row.meta.tags} />
    </div>
  );
}

function Tags({ path, state, tags }: NameProps & { tags: readonly string[] }) {
  const t = useTranslations("clients.table");
  const more = tags.slice(SHOWN_TAGS);
  if (tags.length === 0) return null;
  return (
    <ul aria-label={t("tags")} className="flex min-w-0 shrink gap-1 max-md:hidden">
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <li key={tag} className="min-w-0">
          <Link
            href={stateHref(path, { ...state, tag, page: undefined })}
            className="relative z-10 flex min-h-6 items-center rounded-sm hover:underline"
          >
            <Badge>
              <span dir="auto" className="max-w-28 truncate">
                {tag}
              </span>
            </Badge>
          </Link>
        </li>
      ))}
      {more.length > 0 ? (
        <li title={more.join(", ")} className="relative z-10">
          <Badge>+{more.length}</Badge>
        </li>
      ) : null}
    </ul>
  );
}

function CallsCell({ calls }: { calls: readonly number[] }) {
  const t = useTranslations("clients.table");
  const count = sumOf(calls);
  if (count === 0) return null;
  return <Sparkline values={calls} label={t("callsOfWeek", { count })} />;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function SecretCell({ row: { secret, last_used_at: usedAt } }: { row: ClientRow }) {
  const t = useTranslations("clients.table.secrets");
  const now = useNow();
  const days = usedAt ? Math.floor((now.getTime() - Date.parse(usedAt)) / DAY_MS) : 0;
  if (secret.length === 0) return <Badge tone="warning">{t("none")}</Badge>;
  if (secret.length > 1) return <Badge tone="warning">{t("rotating")}</Badge>;
  if (days >= LONG_UNUSED_DAYS) return <Badge tone="warning">{t("unused", { days })}</Badge>;
  return <span className="text-muted">{t("live")}</span>;
}

/** The pages of a client, its id, and its age, in the menu of its row. */
export function RowLinks({ path, row }: { path: string; row: ClientRow }) {
  const { client_id: clientId, created_at: createdAt } = row;
  const t = useTranslations("clients.table");
  const format = useFormatter();
  return (
    <>
      <MenuLink href={`${path}/${clientId}/credentials`}>{t("credentials")}</MenuLink>
      <MenuLink href={`${path}/${clientId}/companies`}>{t("companies")}</MenuLink>
      <MenuLink href={`${path}/${clientId}/requests`}>{t("allRequests")}</MenuLink>
      <span className="block border-line border-t px-3 pt-2 pb-1 text-muted text-xs">
        <code className="block font-mono">{clientId}</code>
        {t("createdOn", { day: format.dateTime(new Date(createdAt), { dateStyle: "medium" }) })}
      </span>
    </>
  );
}
