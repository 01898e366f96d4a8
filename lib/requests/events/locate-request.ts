import { listOrganizationMemberships } from "@/lib/identity/sessions/list-organization-memberships";
import { findClientOfRequest } from "@/lib/requests/events/request-repository";

/**
 * The path of a request in its client's failure log, for people with access; null for everyone else, so that an id
 * reveals nothing.
 * @param requestId from the response
 */
export async function locateRequest(userId: string, requestId: string): Promise<string | null> {
  const organizations = await listOrganizationMemberships(userId);
  const ids = organizations.map(({ id }) => id);
  const found = ids.length > 0 ? await findClientOfRequest(ids, requestId) : null;
  if (!found) return null;
  const { organizationId, clientId } = found;
  const query = new URLSearchParams({ request_id: requestId });
  return `/organization/${organizationId}/clients/${clientId}/events?${query}`;
}
