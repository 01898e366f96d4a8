import { send } from "@/lib/api-client/send";
import type { OrganizationResponse, PatchOrganizationInput } from "@/lib/organizations/schemas";

/**
 * Changes an organization's settings.
 * @throws ApiError
 */
export function patchOrganization(
  organizationId: string,
  body: PatchOrganizationInput,
): Promise<OrganizationResponse> {
  return send("patchOrganization", { params: { organization_id: organizationId }, body });
}
