"use client";

import clsx from "clsx";
import { Check, RotateCcw } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Link } from "@/components/ui/link";
import { call } from "@/lib/api/client/call";
import type { Issue } from "@/lib/requests/issues/schemas";
import { ISSUE_DAYS } from "@/lib/requests/issues/values";
import { ErrorNotice } from "../actions/error-notice";
import { useOperation } from "../actions/use-operation";
import { stateHref } from "../list/list-state";
import { Badge } from "../ui/badge";
import { Button, IconButton, LinkButton } from "../ui/button";
import { Panel } from "../ui/panel";
import { Sparkline } from "../ui/sparkline";
import { Timestamp } from "../ui/timestamp";
import { shortCause } from "./request-words";

interface IssuesProps {
  organizationId: string;
  /** Open ones. */
  issues: readonly Issue[];
  /** False where all are of one client. */
  withClient: boolean;
  mayWrite: boolean;
}

/** What clients are denied for, one cause in a line, each leading to its requests; nothing if there are no issues. */
export function IssuesPanel(props: IssuesProps) {
  const t = useTranslations("requests.issues");
  if (props.issues.length === 0) return null;
  return (
    <Panel title={t("title")} padded={false}>
      <IssueRows {...props} />
    </Panel>
  );
}

/** Issues that are shown before the rest is asked for. */
const FIRST = 5;

/** The same without a panel around it. */
export function IssueRows({ issues, ...row }: IssuesProps) {
  const t = useTranslations("requests.issues");
  const [showsAll, setShowsAll] = useState(false);
  return (
    <>
      <ul className="divide-y divide-line">
        {issues.slice(0, showsAll ? undefined : FIRST).map((issue) => (
          <IssueRow
            // One that has returned is not the one that was resolved here.
            key={`${issue.client.id} ${issue.check} ${issue.last_at}`}
            issue={issue}
            {...row}
          />
        ))}
      </ul>
      {showsAll || issues.length <= FIRST ? null : (
        <p className="border-line border-t px-4 py-1.5 sm:px-6">
          <Button
            size="small"
            variant="quiet"
            className="-ms-2.5"
            onClick={() => setShowsAll(true)}
          >
            {t("all", { count: issues.length })}
          </Button>
        </p>
      )}
    </>
  );
}

interface IssueRowProps extends Omit<IssuesProps, "issues"> {
  issue: Issue;
}

function IssueRow({ issue, organizationId, withClient, mayWrite }: IssueRowProps) {
  const t = useTranslations("requests.issues");
  const [isResolved, setResolved] = useState(false);
  const { client, check, count, days, last_at, fix, request_id: request } = issue;
  const cause = shortCause(useTranslations("requests"), check);
  const path = `/organization/${organizationId}/clients/${client.id}/requests`;
  const requests = { denied: "true", check, window: `${ISSUE_DAYS}d` };
  const total = t("days", { count, days: ISSUE_DAYS });
  const which = t("which", { cause, client: client.name });
  const params = { organization_id: organizationId, client_id: client.id, check };
  const { error, pending, run, forget } = useOperation(
    (state: Issue["state"]) => call("putIssue", { params, body: { state } }),
    { refreshes: "nothing", onDone: (_, state) => setResolved(state === "resolved") },
  );
  const change = t(isResolved ? "undo" : "resolve");
  return (
    <li className={clsx("grid grid-cols-[minmax(0,1fr)] px-4 sm:px-6", isResolved && "text-muted")}>
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 text-sm max-sm:py-1">
        <div className="flex min-w-0 flex-1 items-center gap-x-3 max-sm:basis-full">
          <Link href={stateHref(path, requests)} className="inline-link min-w-0 truncate">
            {cause}
          </Link>
          {withClient ? (
            <bdi className="min-w-0 shrink-99 truncate text-muted">{client.name}</bdi>
          ) : null}
          <span title={total} className="shrink-0 font-semibold tabular-nums">
            {t("times", { count })}
          </span>
          {isRising(issue) ? <Badge tone="danger">{t("rising")}</Badge> : null}
          <Returned issue={issue} />
        </div>
        <span className="whitespace-nowrap text-muted max-sm:me-auto">
          <Timestamp value={last_at} />
        </span>
        <span className="max-md:hidden">
          <Sparkline values={days} label={total} />
        </span>
        {mayWrite ? (
          <span className="flex w-28 justify-end gap-1">
            {fix && request && !isResolved ? (
              <LinkButton href={stateHref(path, { ...requests, request })} size="small">
                {t("fix")}
                <span className="sr-only">{which}</span>
              </LinkButton>
            ) : null}
            <IconButton
              icon={isResolved ? RotateCcw : Check}
              label={`${change}${which}`}
              title={change}
              pending={pending}
              onClick={() => run(isResolved ? "open" : "resolved")}
            />
          </span>
        ) : null}
      </div>
      <p role="status" className="pb-2 text-sm empty:hidden">
        {isResolved ? t("resolved") : null}
      </p>
      <ErrorNotice error={error} onReload={forget} />
    </li>
  );
}

/** Fewer denials in a day are normal: people make typing errors. */
const LEAST_RISING = 5;

/** At least twice as many as the day before, if there were any then. */
function isRising({ recent, recent_before: before }: Issue): boolean {
  return before > 0 && recent >= LEAST_RISING && recent >= 2 * before;
}

function Returned({ issue: { resolved_at, resolved_by } }: { issue: Issue }) {
  const t = useTranslations("requests.issues");
  const format = useFormatter();
  if (resolved_at === null) return null;
  const day = format.dateTime(new Date(resolved_at), { dateStyle: "medium" });
  return (
    <span title={t("returnedWhy", { day, person: resolved_by ?? t("aToken") })}>
      <Badge tone="warning">{t("returned")}</Badge>
    </span>
  );
}
