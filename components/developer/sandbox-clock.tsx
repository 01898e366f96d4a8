"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Link } from "@/components/ui/link";
import { ApiError } from "@/lib/api/client/api-error";
import { call } from "@/lib/api/client/call";
import { type ClientTarget, paramsOf } from "@/lib/api/client/client-calls";
import { sandboxActions } from "@/lib/developer-tools/sandbox/values";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { SandboxField, type SandboxView } from "./sandbox-field";

type SandboxActionName = (typeof sandboxActions)[number];

/** The result of an action, or why it failed. */
type Result =
  | { kind: "done"; action: SandboxActionName; changed: number; requestId: string | null }
  | { kind: "failed"; action: SandboxActionName; message: string };

export interface SandboxClockProps {
  client: ClientTarget;
  /** At least one. */
  sandboxes: readonly [SandboxView, ...SandboxView[]];
  /** Path of the client's failure log. */
  logPath: string;
}

/** Triggers at once what otherwise takes hours or a seller's decision, and shows the result. */
export function SandboxClock({ client, sandboxes, logPath }: SandboxClockProps) {
  const t = useTranslations("developer.clock");
  const [sandbox, setSandbox] = useState(sandboxes[0]);
  const [pending, setPending] = useState<SandboxActionName | null>(null);
  const [result, setResult] = useState<Result | null>(null);

  const run = async (action: SandboxActionName) => {
    if (pending) return;
    setPending(action);
    setResult(null);
    try {
      const answer = await call("runSandboxAction", {
        params: paramsOf(client),
        body: { company_id: sandbox.companyId, action },
      });
      const { changed, request_id: requestId } = answer;
      setResult({ kind: "done", action, changed, requestId });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setResult({ kind: "failed", action, message: thrown.message });
    } finally {
      setPending(null);
    }
  };

  return (
    <Panel title={t("title")} description={t("explanation")}>
      <div className="grid gap-6">
        <div className="max-w-form">
          <SandboxField
            sandboxes={sandboxes}
            chosen={sandbox}
            onChoose={(next) => {
              setSandbox(next);
              setResult(null);
            }}
          />
        </div>
        <ul className="divide-y divide-line rounded border border-line">
          {sandboxActions.map((action) => (
            <li key={action} className="grid gap-3 p-4">
              <SandboxActionRow
                action={action}
                isPending={pending === action}
                isBusy={pending !== null}
                onRun={() => run(action)}
              />
              {result?.action === action ? (
                <ResultNotice result={result} logPath={logPath} />
              ) : null}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

function SandboxActionRow(props: {
  action: SandboxActionName;
  isPending: boolean;
  /** Whether any action is running. */
  isBusy: boolean;
  onRun: () => void;
}) {
  const { action, isPending, isBusy, onRun } = props;
  const t = useTranslations("developer.clock");
  const hintId = `action-${action}`;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <h3 className="text-base">{t(`actions.${action}.title`)}</h3>
        <p id={hintId} className="max-w-reading text-muted text-sm">
          {t(`actions.${action}.explanation`)}
        </p>
      </div>
      <Button aria-disabled={isBusy || undefined} aria-describedby={hintId} onClick={onRun}>
        {isPending ? t("working") : t(`actions.${action}.action`)}
      </Button>
    </div>
  );
}

function ResultNotice({ result, logPath }: { result: Result; logPath: string }) {
  const t = useTranslations("developer");
  if (result.kind === "failed") {
    return (
      <Notice tone="error" title={t("clock.failed")} live>
        <p lang="en">{result.message}</p>
      </Notice>
    );
  }
  const { action, changed: count } = result;
  if (count === 0) {
    return (
      <Notice tone="info" title={t("clock.nothing")} live>
        <p>{t(`clock.actions.${action}.nothing`)}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="success" title={t("clock.done")} live>
      <p>{t(`clock.actions.${action}.happened`, { count })}</p>
      <p>
        {result.requestId ? (
          <Link href={`${logPath}?request=${result.requestId}`} className="inline-link">
            {t("requestInLog", { id: result.requestId })}
          </Link>
        ) : (
          <Link href={`${logPath}?denied=true`} className="inline-link">
            {t("clock.deniedFromNowOn")}
          </Link>
        )}
      </p>
    </Notice>
  );
}
