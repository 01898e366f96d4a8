/** The path of a request in the failure log of its client. The page checks access. */
export function failureLogPath(
  client: { organizationId: string; clientId: string },
  requestId: string,
): string {
  const query = new URLSearchParams({ request_id: requestId });
  return `/organization/${client.organizationId}/clients/${client.clientId}/events?${query}`;
}
