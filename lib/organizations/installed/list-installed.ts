import { type Caller, requirePermission } from "@/lib/access/caller";
import { findInstalled } from "@/lib/organizations/installed/repository";

/** An extension that the organization itself has granted scopes. */
export type InstalledForOrganization = {
  clientId: string;
  name: string;
  publisherName: string;
  publisherVerified: boolean;
  /** Whether its publisher has it switched on. */
  isActive: boolean;
  scopes: string[];
  /** The last time that somebody decided what it may do. */
  approvedAt: Date;
  approvedBy: string | null;
};

/**
 * What the caller's organization granted and did not take back, the last change first.
 * @throws MissingPermissionError
 */
export async function listInstalled(caller: Caller): Promise<InstalledForOrganization[]> {
  requirePermission(caller, "clients:read");
  const grants = await findInstalled(caller.organizationId);
  return grants.map(({ scopes, modifiedAt, approver, client }) => ({
    clientId: client.clientId,
    name: client.name,
    publisherName: client.organization.name,
    publisherVerified: client.organization.verified,
    isActive: client.isActive,
    scopes,
    approvedAt: modifiedAt,
    approvedBy: approver && `${approver.firstName} ${approver.lastName}`,
  }));
}
