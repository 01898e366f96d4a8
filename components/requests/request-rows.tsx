"use client";

import clsx from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import { dateLocales, type Locale } from "@/lib/core/i18n/locales";
import type { Request } from "@/lib/requests/log/schemas";
import type { FoldedRequest } from "./fold-requests";
import { resultOf, shortCause, splitPath, toneOf } from "./request-words";

interface RequestRowsProps {
  rows: readonly FoldedRequest[];
  /** False where all requests are of one client. */
  withClient: boolean;
  /** The entry in the drawer. */
  openId: string | null;
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
}

/** Requests, one in a line, under the day on which they happened. Arrow keys move, Enter opens. */
export function RequestRows({ rows, withClient, openId, hrefOf, onOpen }: RequestRowsProps) {
  const t = useTranslations("requests.list");
  const locale = useLocale();
  const ref = useRef<HTMLOListElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const links = [...(ref.current?.querySelectorAll("a") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[at + step]?.focus();
    event.preventDefault();
  };
  const open = (event: MouseEvent, id: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(id);
  };
  const heading = (["time", "outcome", "request", "cause", "client", "company"] as const).filter(
    (column) => withClient || column !== "client",
  );
  return (
    <>
      <div
        aria-hidden="true"
        className={clsx(
          "request-row sticky top-0 z-10 h-8 items-center border-line border-b bg-sunken font-semibold text-muted text-xs max-sm:hidden",
          !withClient && "without-client",
        )}
      >
        {heading.map((column) => (
          <span key={column}>{t(column)}</span>
        ))}
        <span className="text-end">{t("milliseconds")}</span>
      </div>
      <ol ref={ref} aria-label={t("label")} onKeyDown={move}>
        {rows.map((row, place) => {
          const { request } = row;
          const day = request.created_at.slice(0, 10);
          const isNewDay = rows[place - 1]?.request.created_at.slice(0, 10) !== day;
          return (
            <li key={request.id}>
              {isNewDay ? (
                <h2 className="flex h-7 items-center border-line border-b bg-hover px-3 text-muted text-xs sm:px-5">
                  {dayWords(day, locale)}
                </h2>
              ) : null}
              <a
                href={hrefOf(request.id)}
                aria-current={openId !== null && row.ids.includes(openId) ? "true" : undefined}
                onClick={(event) => open(event, request.id)}
                className={clsx(
                  "request-row items-center border-line border-b text-sm -outline-offset-2 hover:bg-hover aria-[current]:bg-brass-soft sm:h-9",
                  !withClient && "without-client",
                )}
              >
                <Cells {...row} withClient={withClient} />
              </a>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function dayWords(day: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(dateLocales[locale], {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  return format.format(new Date(day));
}

const RESULT = {
  good: "text-success",
  bad: "rounded-sm bg-danger-soft text-danger",
  neutral: "rounded-sm bg-warning-soft text-warning",
};

interface CellsProps extends Pick<FoldedRequest, "request" | "count"> {
  withClient: boolean;
}

function Cells({ request, count, withClient }: CellsProps) {
  const t = useTranslations("requests.list");
  const { created_at, milliseconds, client, company, organization_id } = request;
  return (
    <>
      <time
        dateTime={created_at}
        title={created_at}
        className="in-time font-mono text-muted text-xs tabular-nums"
      >
        {created_at.slice(11, 19)}
      </time>
      <span className="in-result flex min-w-0">
        <span
          className={clsx(
            "truncate px-1.5 font-semibold text-xs leading-5",
            RESULT[toneOf(request)],
          )}
        >
          {request.outcome === "declined" ? t("declined") : resultOf(request)}
        </span>
      </span>
      <RequestLine {...request} />
      <Cause request={request} count={count} />
      {withClient ? <bdi className="in-client truncate">{client?.name ?? client?.id}</bdi> : null}
      <span className="in-company truncate text-muted">
        {company?.is_sandbox ? `${t("sandbox")} · ` : null}
        <bdi>{company ? (company.name ?? company.id) : organization_id}</bdi>
      </span>
      <span className="in-ms text-end text-muted tabular-nums">{milliseconds ?? "–"}</span>
    </>
  );
}

function RequestLine({ method, path }: Pick<Request, "method" | "path">) {
  const t = useTranslations("requests.list");
  const { start, end } = splitPath(path ?? "");
  return (
    <span className="in-request flex min-w-0 font-mono text-xs" title={path ?? undefined}>
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

function Cause({ request: { check, outcome }, count }: Omit<CellsProps, "withClient">) {
  const t = useTranslations("requests");
  return (
    <span className="in-cause flex min-w-0 items-center gap-1.5">
      <span className="truncate">
        {check !== null && outcome === "denied" ? shortCause(t, check) : null}
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
