import { CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import { LinkButton } from "../ui/button";
import { Panel } from "../ui/panel";

interface FirstRunChecklistProps {
  steps: readonly FirstRunStep[];
  /** False for roles that cannot do any of the steps. */
  mayWrite: boolean;
}

/** The first steps, ticked off by real traffic. The next one is highlighted. */
export function FirstRunChecklist({ steps, mayWrite }: FirstRunChecklistProps) {
  const t = useTranslations("overview.firstRun");
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
  const t = useTranslations("overview.firstRun");
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

/** Which first steps an organization has done at least once. */
export interface FirstRunMilestones {
  /** The newest client; null when there is none. */
  newestClientId: string | null;
  hasAddresses: boolean;
  wasAuthorized: boolean;
  hasToken: boolean;
  hasCall: boolean;
}

/** One of the first steps; `isDone` comes from real traffic. */
interface FirstRunStep {
  name: "register" | "setAddresses" | "authorize" | "exchange" | "call";
  isDone: boolean;
  /** Where it is done. */
  href: string;
}

/**
 * The steps to a first call, in order; none after it. A step also counts as done if a later step depends on it.
 * @param clientsPath `/organization/{id}/clients`
 */
export function firstRunSteps(reached: FirstRunMilestones, clientsPath: string): FirstRunStep[] {
  const { newestClientId, hasAddresses, wasAuthorized, hasToken, hasCall } = reached;
  if (hasCall) return [];
  const newPath = `${clientsPath}/new`;
  const clientPath = newestClientId ? `${clientsPath}/${newestClientId}` : newPath;
  const below = (segment: string) => (newestClientId ? `${clientPath}/${segment}` : newPath);
  return [
    { name: "register", isDone: newestClientId !== null, href: newPath },
    { name: "setAddresses", isDone: hasAddresses, href: below("configuration#urls") },
    {
      name: "authorize",
      isDone: wasAuthorized || hasToken,
      href: below("quick-start"),
    },
    { name: "exchange", isDone: hasToken, href: below("try") },
    { name: "call", isDone: false, href: below("try") },
  ];
}
