import { CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import { LinkButton } from "./button";
import { Panel } from "./panel";

/** A step, and where it is done. */
export interface Step<Name extends string> {
  name: Name;
  isDone: boolean;
  href: string;
}

interface StepListProps<Name extends string> {
  steps: readonly Step<Name>[];
  /** The messages of the steps; a hint says how one is done, until it is done. */
  words: Readonly<Record<Name, { title: string; hint?: string; link: string }>>;
  /** False for roles that cannot do any of the steps. */
  mayWrite: boolean;
}

/** The first steps, checked off by real traffic; the next one is highlighted. Nothing without steps. */
export function StepList<Name extends string>({ steps, words, mayWrite }: StepListProps<Name>) {
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
          const { name, isDone, href } = step;
          const { title, hint, link } = words[name];
          const Icon = isDone ? CircleCheck : CircleDashed;
          return (
            <li
              key={name}
              className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 sm:px-6"
            >
              <Icon className={`size-5 shrink-0 ${isDone ? "text-success" : "text-muted"}`} />
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
