/** Which first steps an organization has done at least once. */
export interface FirstRunMilestones {
  /** The newest client; null when there is none. */
  newestClientId: string | null;
  hasAddresses: boolean;
  wasAuthorized: boolean;
  hasToken: boolean;
  hasCall: boolean;
  hasRefresh: boolean;
  hasUninstall: boolean;
}

/** One of the first steps; `isDone` comes from real traffic. */
export interface FirstRunStep {
  name: "register" | "setAddresses" | "authorize" | "exchange" | "call" | "refresh" | "uninstall";
  isDone: boolean;
  /** Where it is done. */
  href: string;
}

/**
 * The steps to a working extension, in order. A step also counts as done if a later step depends on it.
 * @param clientsPath `/organization/{id}/clients`
 */
export function firstRunSteps(reached: FirstRunMilestones, clientsPath: string): FirstRunStep[] {
  const { newestClientId, hasAddresses, hasCall, hasRefresh, hasUninstall } = reached;
  const hasToken = reached.hasToken || hasCall || hasRefresh;
  const newPath = `${clientsPath}/new`;
  const clientPath = newestClientId ? `${clientsPath}/${newestClientId}` : newPath;
  const below = (segment: string) => (newestClientId ? `${clientPath}/${segment}` : newPath);
  return [
    { name: "register", isDone: newestClientId !== null, href: newPath },
    { name: "setAddresses", isDone: hasAddresses, href: below("edit") },
    {
      name: "authorize",
      isDone: reached.wasAuthorized || hasToken || hasUninstall,
      href: below("quick-start"),
    },
    { name: "exchange", isDone: hasToken, href: below("try") },
    { name: "call", isDone: hasCall, href: below("try") },
    { name: "refresh", isDone: hasRefresh, href: below("try") },
    { name: "uninstall", isDone: hasUninstall, href: below("try?tool=sandbox") },
  ];
}
