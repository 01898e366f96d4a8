import { CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import { LinkButton } from "./button";
import { Panel } from "./panel";

interface Step {
  title: string;
  /** How it is done, until it is done. */
  hint?: string;
  isDone: boolean;
  /** Where it is done. */
  href: string;
  link: string;
}

interface StepListProps {
  steps: readonly Step[];
  /** False for roles that cannot do any of the steps. */
  mayWrite: boolean;
}

/** The first steps, checked off by real traffic; the next one is highlighted. Nothing without steps. */
export function StepList({ steps, mayWrite }: StepListProps) {
  const t = useTranslations("shell.steps");
  if (steps.length === 0) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Panel
      title={t("title")}
      description={t("progress", { done, total: steps.length })}
      padded={false}
    >
      <ol className="divide-y divide-line">
        {steps.map((step) => {
          const { title, hint, isDone, href, link } = step;
          const Icon = isDone ? CircleCheck : CircleDashed;
          return (
            <li
              key={title}
              className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 sm:px-6"
            >
              <Icon
                className={`size-5 shrink-0 ${isDone ? "text-success" : "text-muted"}`}
                aria-hidden="true"
              />
              <span className="sr-only">{t(isDone ? "done" : "toDo")}</span>
              <div className="min-w-0 flex-1 basis-40">
                <p className={isDone ? "text-muted" : "font-semibold"}>{title}</p>
                {isDone || !hint ? null : <p className="text-muted text-sm">{hint}</p>}
              </div>
              {isDone || !mayWrite ? null : (
                <LinkButton
                  href={href}
                  size="small"
                  variant={step === next ? "primary" : "secondary"}
                >
                  {link}
                </LinkButton>
              )}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
