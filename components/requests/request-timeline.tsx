import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { RequestDetail } from "@/lib/requests/log/schemas";
import { Timestamp } from "../ui/timestamp";
import { shortCause, useKindWords } from "./request-words";

type Step = RequestDetail["timeline"][number];

interface RequestTimelineProps {
  /** Oldest first. */
  steps: readonly Step[];
  /** Of the entry that it leads to. */
  entryId: string;
}

const DOTS = { allowed: "bg-success", denied: "bg-danger", declined: "bg-warning" };

/** What happened with an install, from the consent to one request. */
export function RequestTimeline({ steps, entryId }: RequestTimelineProps) {
  const t = useTranslations("requests.drawer");
  return (
    <ol className="relative grid gap-2 ps-5 before:absolute before:inset-y-1 before:start-[3px] before:w-px before:bg-line">
      {steps.map((step) => (
        <li key={`${step.at} ${step.kind} ${step.id}`} className="relative">
          <span
            aria-hidden="true"
            className={clsx(
              "absolute top-1.5 -start-5 size-2 rounded-full ring-2 ring-surface",
              DOTS[step.outcome],
            )}
          />
          <Words {...step} />{" "}
          <span className="text-muted">
            {step.count > 1 ? `${t("times", { count: step.count })}, ` : null}
            {step.by_person ? `${t("by", { person: step.person ?? t("anApprover") })}, ` : null}
            <Timestamp value={step.at} exact="second" />
          </span>
          {step.id === entryId ? <span className="font-semibold"> {t("timelineNow")}</span> : null}
        </li>
      ))}
    </ol>
  );
}

const CHANGES = ["granted", "changed", "revoked"] as const;

function Words({ kind, code, check, outcome }: Step) {
  const t = useTranslations("requests");
  const kindWords = useKindWords();
  const name = kindWords(kind);
  if (kind === "install") {
    const change = CHANGES.find((one) => one === code);
    return change ? t(`drawer.steps.${change}`) : name;
  }
  if (outcome === "denied") return `${name}: ${shortCause(t, check ?? "request")}`;
  if (code === null || outcome === "declined") return name;
  return `${name}: ${code === "authorization_code" ? "code" : code}`;
}
