"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/api/client/api-error";
import { call } from "@/lib/api/client/call";
import { type ClientTarget, paramsOf } from "@/lib/api/client/client-calls";
import { problemSentence } from "../clients/use-problem-words";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { TextInput } from "../ui/text-input";
import { ConformanceReportView, type FinishedCheck } from "./conformance-report";
import type { SandboxView } from "./sandbox-field";

type Failure = { message: string; field: string | undefined };

interface ConformanceCheckProps {
  client: ClientTarget;
  baseUrl: string | null;
  /** The organization's own sandbox. */
  sandbox: SandboxView;
  /** Path of the client's failure log. */
  logPath: string;
}

/** Drives the extension through the flow; the last report stays while the next one is made. */
export function ConformanceCheck({ client, baseUrl, sandbox, logPath }: ConformanceCheckProps) {
  const t = useTranslations("developer.conformance");
  const [address, setAddress] = useState(baseUrl ?? "");
  const [running, setRunning] = useState(false);
  const [finished, setFinished] = useState<FinishedCheck | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const addressInput = useRef<HTMLInputElement>(null);

  const run = async (event: FormEvent) => {
    event.preventDefault();
    if (running) return;
    setRunning(true);
    setFailure(null);
    try {
      const body = { company_id: sandbox.companyId, base_url: address.trim() };
      const report = await call("runConformanceCheck", { params: paramsOf(client), body: body });
      setFinished({ report, address: body.base_url, endedAt: new Date() });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      const field = thrown.fields.find(({ path }) => path === "base_url")?.message;
      setFailure({ message: thrown.message, field });
      if (field) addressInput.current?.focus();
    } finally {
      setRunning(false);
    }
  };

  return (
    <>
      <Panel
        title={t("title")}
        description={t.rich("explanation", {
          company: () => <bdi>{sandbox.name}</bdi>,
          id: sandbox.companyId,
        })}
      >
        <form className="grid max-w-form gap-5" onSubmit={run} noValidate>
          {failure && !failure.field ? (
            <Notice tone="error" title={t("notRun")} live>
              <p lang="en">{failure.message}</p>
            </Notice>
          ) : null}
          <Field
            label={t("address")}
            hint={t("addressHint")}
            {...(failure?.field && { error: problemSentence(failure.field) })}
          >
            {(control) => (
              <TextInput
                {...control}
                ref={addressInput}
                mono
                inputMode="url"
                placeholder="http://127.0.0.1:8080"
                value={address}
                onChange={(event) => setAddress(event.target.value)}
              />
            )}
          </Field>
          <p className="text-muted text-sm">{t("removedAtEnd")}</p>
          <Button
            type="submit"
            variant="primary"
            className="w-fit"
            aria-disabled={running || undefined}
          >
            {t(running ? "checking" : finished ? "runAgain" : "run")}
          </Button>
        </form>
      </Panel>
      {running ? <RunningCheck /> : null}
      {finished ? <ConformanceReportView finished={finished} logPath={logPath} /> : null}
    </>
  );
}

const SECOND_MS = 1000;

/** Says that the check is running, and for how long. */
function RunningCheck() {
  const t = useTranslations("developer.conformance");
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="flex items-center gap-3 rounded border-info border-s-4 bg-info-soft px-4 py-3">
      <LoaderCircle
        className="size-5 shrink-0 text-info motion-safe:animate-spin"
        aria-hidden="true"
      />
      <div className="grid min-w-0 gap-0.5">
        <p role="status" className="font-semibold">
          {t("running")}
        </p>
        <p>
          {t("runningLong")}{" "}
          {/* Counted for the eye: read aloud, it would interrupt every second. */}
          <span aria-hidden="true" className="tabular-nums">
            {t("soFar", { seconds })}
          </span>
        </p>
      </div>
    </div>
  );
}
