import { fullName } from "@/lib/core/full-name";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { findInstalled } from "@/lib/tenants/organizations/installed/repository";
import { type PresentedExtension, presentExtension } from "@/lib/tenants/present-extension";

/** An extension with scopes granted by the organization itself. */
export type InstalledForOrganization = PresentedExtension & {
  /** Whether its publisher has activated it. */
  isActive: boolean;
  scopes: string[];
  /** When its permissions were last decided. */
  installedAt: Date;
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
      ...presentExtension(client),
      isActive: client.isActive,
      scopes,
      installedAt: modifiedAt,
      approvedBy: fullName(approver),
    }));
  },
});
