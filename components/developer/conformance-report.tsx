import { Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import type { AnswerOf } from "@/lib/api/client/prepared-call";
import { Badge, type BadgeTone } from "../ui/badge";
import { Notice, type NoticeTone } from "../ui/notice";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";

type Verdict = ConformanceReport["verdict"];
type CheckedStep = ConformanceReport["steps"][number];

const TONES: Record<Verdict, { badge: BadgeTone; notice: NoticeTone }> = {
  passed: { badge: "success", notice: "success" },
  warning: { badge: "warning", notice: "warning" },
  failed: { badge: "danger", notice: "error" },
  skipped: { badge: "neutral", notice: "info" },
};

const STEPS = ["install", "tokens", "state", "renewal", "uninstall"] as const;

interface ConformanceReportViewProps {
  finished: FinishedCheck;
  /** Path of the client's failure log. */
  logPath: string;
}

/** The report of a check, with a verdict and a fix for each step. */
export function ConformanceReportView({ finished, logPath }: ConformanceReportViewProps) {
  const t = useTranslations("developer.conformance");
  const { report, address, endedAt } = finished;
  const { verdict } = report;
  return (
    <Panel
      title={t("result")}
      description={t.rich("where", {
        address: () => <bdi>{address}</bdi>,
        when: () => <Timestamp value={endedAt} />,
      })}
    >
      <div className="grid gap-5">
        <Notice
          key={endedAt.getTime()}
          tone={TONES[verdict].notice}
          title={t(`verdicts.${verdict}.title`)}
          live
        >
          <p>{t(`verdicts.${verdict}.text`)}</p>
        </Notice>
        <ol className="divide-y divide-line rounded border border-line">
          {report.steps.map((step, index) => (
            <li key={step.step} className="grid gap-2 p-4">
              <StepVerdict step={step} number={index + 1} />
            </li>
          ))}
        </ol>
        <p className="text-sm">
          <Link href={logPath} className="inline-link">
            {t("log")}
          </Link>
        </p>
      </div>
    </Panel>
  );
}

function StepVerdict({ step, number }: { step: CheckedStep; number: number }) {
  const t = useTranslations("developer.conformance");
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-base">
          {number}. {isTranslated(step.step) ? t(`steps.${step.step}`) : step.title}
        </h3>
        <Badge tone={TONES[step.verdict].badge}>{t(`verdicts.${step.verdict}.label`)}</Badge>
      </div>
      <p className="max-w-reading">
        {/* The API reports in English only. */}
        <bdi lang="en">{step.message}</bdi>
      </p>
      {step.fix ? (
        <div className="flex max-w-form gap-3 rounded bg-brass-soft px-4 py-3">
          <Wrench className="mt-0.5 size-5 shrink-0 text-brass" aria-hidden="true" />
          <p lang="en" className="min-w-0">
            {step.fix}
          </p>
        </div>
      ) : null}
    </>
  );
}

/** Whether the step is one that the pages have a name for. */
function isTranslated(name: string): name is (typeof STEPS)[number] {
  return STEPS.some((step) => step === name);
}

type ConformanceReport = AnswerOf<"runConformanceCheck">;

/** A finished check with its URL and time. */
export interface FinishedCheck {
  report: ConformanceReport;
  address: string;
  endedAt: Date;
}
