/** The path of a request in the console, where a drawer opens it. The page checks access. */
export function requestPath(organizationId: string | null, requestId: string): string {
  const scope = organizationId === null ? "/platform" : `/organization/${organizationId}`;
  return `${scope}/requests?${new URLSearchParams({ request: requestId })}`;
}
