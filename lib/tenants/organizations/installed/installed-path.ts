const PATH = /^\/organization\/([^/]+)\/installed\/([^/]+)\//;

/** The organization and the extension in a path below `…/installed/{client_id}/`. */
export function readInstalledPath(url: string): { organizationId: string; clientId: string } {
  const [, organizationId = "", clientId = ""] = PATH.exec(new URL(url).pathname) ?? [];
  return { organizationId, clientId };
}
