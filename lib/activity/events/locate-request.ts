import { findClientOfRequest } from "@/lib/activity/events/request-repository";
import { listOrganizationMemberships } from "@/lib/auth/list-organization-memberships";

/**
 * Path of the very request in its client's failure log, for a person who may look there; null for
 * anybody else, so that an id tells a stranger nothing.
 * @param requestId as the answer named it
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
