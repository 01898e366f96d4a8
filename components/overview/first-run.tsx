import { useTranslations } from "next-intl";
import { StepList } from "../ui/step-list";

interface FirstRunProps {
  steps: readonly FirstRunStep[];
  mayWrite: boolean;
}

/** The first steps of an organization. */
export function FirstRun({ steps, mayWrite }: FirstRunProps) {
  const t = useTranslations("overview.firstRun");
  return (
    <StepList
      mayWrite={mayWrite}
      steps={steps.map(({ name, ...step }) => ({
        ...step,
        title: t(`${name}.title`),
        hint: t(`${name}.hint`),
        link: t(`${name}.link`),
      }))}
    />
  );
}

/** Which first steps an organization has done at least once. */
export interface FirstRunMilestones {
  /** The newest client; null without clients. */
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
    { name: "authorize", isDone: wasAuthorized || hasToken, href: below("connect") },
    { name: "exchange", isDone: hasToken, href: below("connect#try") },
    { name: "call", isDone: false, href: below("connect#try") },
  ];
}
