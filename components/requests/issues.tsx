"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { Link } from "@/components/ui/link";
import { call } from "@/lib/api/client/call";
import type { Issue } from "@/lib/requests/issues/schemas";
import { ISSUE_DAYS } from "@/lib/requests/issues/values";
import { ActionErrorNotice, useClientAction } from "../clients/action-error-notice";
import { stateHref } from "../list/list-state";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Panel } from "../ui/panel";
import { Sparkline } from "../ui/sparkline";
import { RelativeTime } from "../ui/timestamp";
import { shortCause } from "./request-words";

const FixText = lazy(async () => ({ default: (await import("./fix-words")).FixText }));

interface IssuesProps {
  organizationId: string;
  /** Open ones. */
  issues: readonly Issue[];
  /** False where all are of one client. */
  withClient: boolean;
  mayWrite: boolean;
}

/** What clients are denied for, one cause in a row, each leading to its requests; nothing if there are no issues. */
export function IssuesPanel(props: IssuesProps) {
  const t = useTranslations("requests.issues");
  if (props.issues.length === 0) return null;
  return (
    <Panel title={t("title")} description={t("explanation", { days: ISSUE_DAYS })} padded={false}>
      <IssueRows {...props} />
    </Panel>
  );
}

/** The same without a panel around it. */
export function IssueRows({ issues, ...row }: IssuesProps) {
  return (
    <ul className="divide-y divide-line">
      {issues.map((issue) => (
        <IssueRow
          // One that has returned is not the one that was resolved here.
          key={`${issue.client.id} ${issue.check} ${issue.last_at}`}
          issue={issue}
          {...row}
        />
      ))}
    </ul>
  );
}

interface IssueRowProps extends Omit<IssuesProps, "issues"> {
  issue: Issue;
}

function IssueRow({ issue, organizationId, withClient, mayWrite }: IssueRowProps) {
  const t = useTranslations("requests.issues");
  const all = useTranslations("requests");
  const [isResolved, setResolved] = useState(false);
  const { error, pending, run, forget } = useClientAction();
  const { client, check, count, days, last_at } = issue;
  const cause = shortCause(all, check);
  const path = `/organization/${organizationId}/clients/${client.id}/requests`;
  const decide = (state: Issue["state"]) =>
    run(async () => {
      const params = { organization_id: organizationId, client_id: client.id, check };
      await call("putIssue", { params, body: { state } });
      setResolved(state === "resolved");
    });
  return (
    <li className="grid gap-2 px-4 py-2 sm:px-6">
      <div className="flex items-center gap-x-4">
        <div className={clsx("grid min-w-0 flex-1", isResolved && "text-muted")}>
          <p className="flex flex-wrap items-center gap-x-2">
            <Link
              href={stateHref(path, { denied: "true", check, window: `${ISSUE_DAYS}d` })}
              className="inline-link wrap-anywhere min-w-0"
            >
              {withClient
                ? t.rich("ofClient", { cause, client: () => <bdi>{client.name}</bdi> })
                : cause}
            </Link>
            {isRising(issue) ? <Badge tone="danger">{t("rising")}</Badge> : null}
          </p>
          <p className="text-muted text-sm">
            {t.rich("seen", { count, last: () => <RelativeTime value={last_at} /> })}
            <Returned issue={issue} />
          </p>
          <IssueFix fix={issue.fix} />
        </div>
        <span className="max-sm:hidden">
          <Sparkline values={days} label={t("days", { count, days: ISSUE_DAYS })} />
        </span>
        {mayWrite ? (
          <Button
            size="small"
            pending={pending}
            onClick={() => decide(isResolved ? "open" : "resolved")}
          >
            {t(isResolved ? "undo" : "resolve")}
            <span className="sr-only">{t("which", { cause, client: client.name })}</span>
          </Button>
        ) : null}
      </div>
      <p role="status" className="text-sm empty:hidden">
        {isResolved ? t("resolved") : null}
      </p>
      <ActionErrorNotice error={error} onReload={forget} />
    </li>
  );
}

/** Fewer denials in a day are normal: people make typing errors. */
const LEAST_RISING = 5;

function isRising({ recent, recent_before }: Issue): boolean {
  return recent >= LEAST_RISING && recent >= 2 * recent_before;
}

function Returned({ issue: { resolved_at, resolved_by } }: { issue: Issue }) {
  const t = useTranslations("requests.issues");
  if (resolved_at === null) return null;
  return (
    <>
      {" "}
      {t.rich("returned", {
        when: () => <RelativeTime value={resolved_at} />,
        person: resolved_by ?? t("aToken"),
      })}
    </>
  );
}

function IssueFix({ fix }: Pick<Issue, "fix">) {
  if (!fix) return null;
  return (
    <p className="wrap-anywhere max-w-reading text-muted text-sm">
      <Suspense fallback={null}>
        <FixText fix={fix} />
      </Suspense>
    </p>
  );
}
