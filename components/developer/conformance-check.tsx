import { Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { Link } from "@/components/ui/link";
import type { ApiError } from "@/lib/api/client/api-error";
import { call } from "@/lib/api/client/call";
import { paramsOf } from "@/lib/api/client/client-calls";
import type { AnswerOf } from "@/lib/api/client/prepared-call";
import { ErrorNotice } from "../actions/error-notice";
import { useOperation } from "../actions/use-operation";
import { problemSentence } from "../clients/use-problem-words";
import { Badge, type BadgeTone } from "../ui/badge";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { Notice, type NoticeTone } from "../ui/notice";
import { Timestamp } from "../ui/timestamp";
import type { ToolProps } from "./try-it";

/** Drives the extension through the flow; the last report stays while the next one is made. */
export function ConformanceCheck(props: ToolProps & { baseUrl: string | null }) {
  const { client, baseUrl, sandbox, logPath } = props;
  const t = useTranslations("developer.conformance");
  const [address, setAddress] = useState(baseUrl ?? "");
  const [finished, setFinished] = useState<FinishedCheck | null>(null);
  const addressInput = useRef<HTMLInputElement>(null);
  const { error, pending, ...check } = useOperation(
    (base_url: string) =>
      call("runConformanceCheck", {
        params: paramsOf(client),
        body: { company_id: sandbox.companyId, base_url },
      }),
    {
      refreshes: "nothing",
      onDone: (report, checked) => setFinished({ report, address: checked, endedAt: new Date() }),
      onError: (failure) => fieldProblem(failure) && addressInput.current?.focus(),
    },
  );
  const run = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) check.run(address.trim());
  };
  const problem = fieldProblem(error);
  return (
    <div className="grid gap-5">
      <p className="max-w-reading text-sm">
        {t.rich("explanation", {
          company: () => <bdi>{sandbox.name}</bdi>,
          id: sandbox.companyId,
        })}
      </p>
      <form className="grid max-w-form gap-4" onSubmit={run} noValidate>
        {problem ? null : <ErrorNotice error={error} />}
        <TextField
          ref={addressInput}
          label={t("address")}
          hint={t("addressHint")}
          error={problem && problemSentence(problem)}
          mono
          inputMode="url"
          placeholder="http://127.0.0.1:8080"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <Button type="submit" variant="primary" pending={pending}>
          {t(pending ? "checking" : finished ? "runAgain" : "run")}
        </Button>
        <p role="status" className="text-sm empty:hidden">
          {pending ? t("running") : null}
        </p>
      </form>
      {finished ? <Report finished={finished} logPath={logPath} /> : null}
    </div>
  );
}

function fieldProblem(error: ApiError | null): string | undefined {
  return error?.fields.find(({ path }) => path === "base_url")?.message;
}

type ConformanceReport = AnswerOf<"runConformanceCheck">;

/** A finished check with its URL and time. */
interface FinishedCheck {
  report: ConformanceReport;
  address: string;
  endedAt: Date;
}

const TONES: Record<ConformanceReport["verdict"], { badge: BadgeTone; notice: NoticeTone }> = {
  passed: { badge: "success", notice: "success" },
  warning: { badge: "warning", notice: "warning" },
  failed: { badge: "danger", notice: "error" },
  skipped: { badge: "neutral", notice: "info" },
};

/** The report of a check, with a verdict and a fix for each step. */
function Report({ finished, logPath }: { finished: FinishedCheck; logPath: string }) {
  const t = useTranslations("developer.conformance");
  const { report, address, endedAt } = finished;
  const { verdict } = report;
  return (
    <section aria-label={t("result")} className="grid gap-4">
      <Notice
        key={endedAt.getTime()}
        tone={TONES[verdict].notice}
        title={t(`verdicts.${verdict}.title`)}
        live
      >
        <p>{t(`verdicts.${verdict}.text`)}</p>
        <p className="text-sm">
          {t.rich("where", {
            address: () => <bdi>{address}</bdi>,
            when: () => <Timestamp value={endedAt} />,
          })}{" "}
          <Link href={logPath} className="inline-link">
            {t("log")}
          </Link>
        </p>
      </Notice>
      <ol className="divide-y divide-line rounded border border-line">
        {report.steps.map(({ step, verdict: result, message, fix }, index) => (
          <li key={step} className="grid gap-1 px-4 py-2 text-sm">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold">
                {index + 1}. {t(`steps.${step}`)}
              </span>
              <Badge tone={TONES[result].badge}>{t(`verdicts.${result}.label`)}</Badge>
            </p>
            {/* The API reports in English only. */}
            <p className="max-w-reading" lang="en">
              {message}
            </p>
            {fix ? (
              <p lang="en" className="flex max-w-form gap-3 rounded bg-brass-soft px-4 py-3">
                <Wrench className="mt-0.5 size-5 shrink-0 text-brass" aria-hidden="true" />
                {fix}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
