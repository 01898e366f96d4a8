import { fullName } from "@/lib/core/full-name";
import { imageAddress } from "@/lib/core/images/image-address";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { findInstalled } from "@/lib/tenants/organizations/installed/repository";

/** An extension with scopes granted by the organization itself. */
export type InstalledForOrganization = {
  clientId: string;
  name: string;
  logoUri: string | null;
  publisherName: string;
  publisherVerified: boolean;
  /** Whether its publisher has activated it. */
  isActive: boolean;
  scopes: string[];
  /** When its permissions were last decided. */
  approvedAt: Date;
  approvedBy: string | null;
};

/** Lists the current grants of the caller's organization, most recently changed first. */
export const listInstalled = operation({
  id: "listInstalled",
  access: organization("clients:read"),
  returns: value<InstalledForOrganization[]>(),
  async run({ caller }) {
    const grants = await findInstalled(caller.organizationId);
    return grants.map(({ scopes, modifiedAt, approver, client }) => ({
      clientId: client.clientId,
      name: client.name,
      logoUri: imageAddress(client.logoId),
      publisherName: client.organization.name,
      publisherVerified: client.organization.verified,
      isActive: client.isActive,
      scopes,
      approvedAt: modifiedAt,
      approvedBy: fullName(approver),
    }));
  },
});
