/** What has happened at least once in an organization. */
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

/** One thing to do for the first time; `isDone` comes from real traffic. */
export interface FirstRunStep {
  title: string;
  /** How to get there. */
  hint: string;
  isDone: boolean;
  link: { href: string; label: string };
}

/**
 * The way from nothing to an extension that works, in order. What a later step cannot do without has
 * happened as well.
 * @param clientsPath `/organization/{id}/clients`
 */
export function firstRunSteps(reached: FirstRunMilestones, clientsPath: string): FirstRunStep[] {
  const { newestClientId, hasAddresses, hasCall, hasRefresh, hasUninstall } = reached;
  const hasToken = reached.hasToken || hasCall || hasRefresh;
  const newPath = `${clientsPath}/new`;
  const clientPath = newestClientId ? `${clientsPath}/${newestClientId}` : newPath;
  const below = (segment: string) => (newestClientId ? `${clientPath}/${segment}` : newPath);
  return [
    {
      title: "Register a client",
      hint: "It gives your extension an API key and a secret.",
      isDone: newestClientId !== null,
      link: { href: newPath, label: "New client" },
    },
    {
      title: "Set its base URL and a redirect URL",
      hint: "Sellers are sent to the base URL to install it, and to the redirect URL with a code.",
      isDone: hasAddresses,
      link: { href: below("edit"), label: "Edit the client" },
    },
    {
      title: "Get the first authorization",
      hint: "Start the extension with the key, and install it into a company.",
      isDone: reached.wasAuthorized || hasToken || hasUninstall,
      link: { href: below("quick-start"), label: "Quick start" },
    },
    {
      title: "Exchange the code for a token",
      hint: "The SDK does it by itself; the failure log says why not.",
      isDone: hasToken,
      link: { href: below("try"), label: "Try the flow" },
    },
    {
      title: "Call an API",
      hint: "Send the token as a bearer token.",
      isDone: hasCall,
      link: { href: below("try"), label: "Try a call" },
    },
    {
      title: "Refresh a token",
      hint: "An offline token ends after a while; its refresh token gives the next one.",
      isDone: hasRefresh,
      link: { href: below("try"), label: "Try a refresh" },
    },
    {
      title: "Be told of an uninstall",
      hint: "When a seller removes the extension, its /fp/uninstall is called.",
      isDone: hasUninstall,
      link: { href: below("sandbox"), label: "Uninstall in a sandbox" },
    },
  ];
}
