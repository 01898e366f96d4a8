import { CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import { LinkButton } from "../ui/link-button";
import { Panel } from "../ui/panel";
import type { FirstRunStep } from "./first-run-steps";

export interface FirstRunChecklistProps {
  steps: readonly FirstRunStep[];
  /** False for roles that cannot do any of the steps. */
  mayWrite: boolean;
}

/** The first steps, ticked off by real traffic. The next one is highlighted. */
export function FirstRunChecklist({ steps, mayWrite }: FirstRunChecklistProps) {
  const t = useTranslations("activity.firstRun");
  const done = steps.filter((step) => step.isDone).length;
  const next = steps.find((step) => !step.isDone);
  return (
    <Panel
      title={t("title")}
      description={t("progress", { done, total: steps.length })}
      padded={false}
    >
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <li key={step.name} className="flex flex-wrap items-center gap-3 px-4 py-3 sm:px-6">
            <Mark isDone={step.isDone} />
            <div className="min-w-0 flex-1 basis-60">
              <p className={step.isDone ? "text-muted" : "font-semibold"}>
                {t(`steps.${step.name}.title`)}
              </p>
              {step.isDone ? null : (
                <p className="text-muted text-sm">{t(`steps.${step.name}.hint`)}</p>
              )}
            </div>
            {step.isDone || !mayWrite ? null : (
              <LinkButton
                href={step.href}
                size="small"
                variant={step === next ? "primary" : "secondary"}
              >
                {t(`steps.${step.name}.link`)}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Mark({ isDone }: { isDone: boolean }) {
  const t = useTranslations("activity.firstRun");
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <>
      <Icon
        className={`size-5 shrink-0 ${isDone ? "text-success" : "text-muted"}`}
        aria-hidden="true"
      />
      <span className="sr-only">{t(isDone ? "done" : "toDo")}</span>
    </>
  );
}
