import { CircleCheck, CircleDashed } from "lucide-react";
import { LinkButton } from "../ui/link-button";
import { Panel } from "../ui/panel";
import type { FirstRunStep } from "./first-run-steps";

export interface FirstRunChecklistProps {
  steps: readonly FirstRunStep[];
  /** False for roles that can do none of the steps. */
  mayWrite: boolean;
}

/** The first steps, ticked by what has really happened. The next one stands out. */
export function FirstRunChecklist({ steps, mayWrite }: FirstRunChecklistProps) {
  const done = steps.filter((step) => step.isDone).length;
  const next = steps.find((step) => !step.isDone);
  return (
    <Panel
      title="First steps"
      description={`${done} of ${steps.length} done. They tick themselves when it happens.`}
      padded={false}
    >
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <li key={step.title} className="flex flex-wrap items-center gap-3 px-4 py-3 sm:px-6">
            <Mark isDone={step.isDone} />
            <div className="min-w-0 flex-1 basis-60">
              <p className={step.isDone ? "text-muted" : "font-semibold"}>{step.title}</p>
              {step.isDone ? null : <p className="text-muted text-sm">{step.hint}</p>}
            </div>
            {step.isDone || !mayWrite ? null : (
              <LinkButton
                href={step.link.href}
                size="small"
                variant={step === next ? "primary" : "secondary"}
              >
                {step.link.label}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Mark({ isDone }: { isDone: boolean }) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <>
      <Icon
        className={`size-5 shrink-0 ${isDone ? "text-success" : "text-muted"}`}
        aria-hidden="true"
      />
      <span className="sr-only">{isDone ? "Done:" : "To do:"}</span>
    </>
  );
}
