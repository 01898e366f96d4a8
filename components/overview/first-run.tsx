import { useMessages } from "next-intl";
import { type Step, StepList } from "../ui/step-list";

/** The first steps of an organization. */
export function FirstRun(props: { steps: ReturnType<typeof firstRunSteps>; mayWrite: boolean }) {
  return <StepList {...props} words={useMessages().overview.firstRun} />;
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

/** The steps to a first call; none after it. A step also counts as done if a later one depends on it. */
export function firstRunSteps(
  reached: FirstRunMilestones,
  clientsPath: string,
): Step<"register" | "setAddresses" | "authorize" | "exchange" | "call">[] {
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
