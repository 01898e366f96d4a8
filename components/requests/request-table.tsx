"use client";

import clsx from "clsx";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { lazy, Suspense, useCallback } from "react";
import { dateLocales } from "@/lib/core/i18n/locales";
import type { Request } from "@/lib/requests/log/schemas";
import { type ListState, stateHref } from "../list/list-state";
import { type ListColumn, ListTable } from "../list/list-table";
import { RowLink } from "../list/row-link";
import { usePreload } from "../ui/use-preload";
import { type FoldedRequest, foldRequests } from "./fold-requests";
import { type LogScope, pathOfScope } from "./log-scope";
import { issuedWords, resultOf, shortCause, splitPath, toneOf } from "./request-words";

// Loaded after the page, which shows it only when a request is open.
const loadDrawer = () => import("./request-drawer");
const RequestDrawer = lazy(async () => ({ default: (await loadDrawer()).RequestDrawer }));

export interface RequestTableProps {
  scope: LogScope;
  /** Newest first. */
  requests: readonly Request[];
  mayWrite: boolean;
  most?: number;
  /** Of the page of the list, where a request opens without JavaScript. */
  state?: ListState;
}

/** Requests under the day on which they happened, of which one is open beside them. */
export function RequestTable({ scope, requests, mayWrite, most, state }: RequestTableProps) {
  const t = useTranslations("requests.list");
  const [openId, open] = useOpenRequest();
  usePreload(loadDrawer);
  const columns = useRequestColumns(open, (id) =>
    stateHref(pathOfScope(scope), { ...state, request: id }),
  );
  const day = new Intl.DateTimeFormat(dateLocales[useLocale()], {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  const rows = foldRequests(requests).slice(0, most);
  return (
    <>
      {rows.length > 0 ? (
        <ListTable
          caption={t("label")}
          columns={
            scope.clientId === null ? columns : columns.filter(({ key }) => key !== "client")
          }
          rows={rows}
          rowKey={({ request }) => request.id}
          nameKey="request"
          rowHeight={36}
          groupOf={({ request }) => day.format(new Date(request.created_at))}
          openKey={rows.find(({ ids }) => openId !== null && ids.includes(openId))?.request.id}
        />
      ) : null}
      {openId === null ? null : (
        <Suspense>
          <RequestDrawer
            scope={scope}
            id={openId}
            mayWrite={mayWrite}
            listedIds={rows.flatMap((row) => row.ids)}
            onOpen={open}
            onClose={() => open(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The request in the drawer, by its id or that of its entry in the address, which may contain anything. */
function useOpenRequest(): [string | null, (id: string | null) => void] {
  const params = useSearchParams();
  const openId = params.get("request");
  const open = useCallback((id: string | null) => {
    const address = new URL(window.location.href);
    if (id === null) address.searchParams.delete("request");
    else address.searchParams.set("request", id);
    window.history.replaceState(null, "", address);
  }, []);
  return [openId, open];
}

const RESULT = {
  good: "text-success",
  bad: "rounded-sm bg-danger-soft text-danger",
  neutral: "rounded-sm bg-warning-soft text-warning",
};

function useRequestColumns(
  open: (id: string) => void,
  hrefOf: (id: string) => string,
): ListColumn<FoldedRequest>[] {
  const t = useTranslations("requests.list");
  return [
    {
      key: "time",
      label: t("time"),
      width: "sm:w-24",
      phone: "end",
      cell: ({ request: { created_at: at } }) => (
        <time dateTime={at} title={at} className="font-mono text-muted text-xs tabular-nums">
          {at.slice(11, 19)}
        </time>
      ),
    },
    {
      key: "result",
      label: t("outcome"),
      width: "sm:w-36",
      cell: ({ request }) => (
        <span className={clsx("px-1.5 font-semibold text-xs leading-5", RESULT[toneOf(request)])}>
          {request.outcome === "declined" ? t("declined") : resultOf(request)}
        </span>
      ),
    },
    {
      key: "request",
      label: t("request"),
      cell: ({ request }) => (
        <RowLink href={hrefOf(request.id)} onOpen={() => open(request.id)} className="flex">
          <RequestLine {...request} />
        </RowLink>
      ),
    },
    { key: "cause", label: t("cause"), cell: (row) => <Cause {...row} /> },
    {
      key: "client",
      label: t("client"),
      width: "sm:w-36",
      phone: "none",
      cell: ({ request: { client } }) => <bdi>{client?.name ?? client?.id}</bdi>,
    },
    {
      key: "company",
      label: t("company"),
      width: "sm:w-32",
      phone: "none",
      from: "md",
      cell: ({ request: { company, organization_id } }) => (
        <span className="text-muted">
          {company?.is_sandbox ? `${t("sandbox")} · ` : null}
          {company ? <bdi>{company.name ?? company.id}</bdi> : null}
          {organization_id ? <span title={organization_id}>{t("organization")}</span> : null}
        </span>
      ),
    },
    {
      key: "milliseconds",
      label: t("milliseconds"),
      width: "sm:w-16 tabular-nums",
      align: "end",
      phone: "none",
      cell: ({ request }) => <span className="text-muted">{request.milliseconds}</span>,
    },
  ];
}

function RequestLine({ method, path }: Pick<Request, "method" | "path">) {
  const t = useTranslations("requests.list");
  const { start, end } = splitPath(path ?? "");
  return (
    <span className="flex min-w-0 font-mono text-xs" title={path ?? undefined}>
      <span className="me-2 shrink-0 text-muted">{method}</span>
      {path === null ? (
        <span className="truncate text-muted">{t("noPath")}</span>
      ) : (
        <bdi className="flex min-w-0">
          <span className="truncate">{start}</span>
          <span className="max-w-full shrink-0 truncate">{end}</span>
        </bdi>
      )}
    </span>
  );
}

/** Why a request was denied, or what was issued, and how often in a row. */
function Cause({ request, count }: FoldedRequest) {
  const t = useTranslations("requests");
  const { check, outcome } = request;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span className={clsx("truncate", outcome !== "denied" && "text-muted")}>
        {check !== null && outcome === "denied" ? shortCause(t, check) : issuedWords(t, request)}
      </span>
      {count > 1 ? (
        <span
          title={t("list.equal", { count })}
          className="shrink-0 rounded-sm bg-sunken px-1.5 font-semibold text-xs leading-5 tabular-nums"
        >
          {t("list.times", { count })}
        </span>
      ) : null}
    </span>
  );
}
