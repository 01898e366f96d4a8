import { expect, it } from "vitest";
import { platformOperations } from "@/lib/api/endpoints";
import type { PlatformPermission } from "@/lib/core/permissions/platform-permissions";

// What each operation needs, stated once more. lib/operation/access/caller.test.ts states who has which permission.
const OPERATIONS: Record<PlatformPermission, string[]> = {
  "directory:read": [
    ...["getDirectoryCompany", "getDirectoryCompanyGrant", "getDirectoryCompanyMember"],
    ...["getDirectoryOrganization", "getDirectoryOrganizationMember", "getDirectoryUser"],
    ...["listDirectoryCompanies", "listDirectoryCompanyGrants", "listDirectoryCompanyMembers"],
    ...["listDirectoryOrganizationMembers", "listDirectoryOrganizations", "listDirectoryUsers"],
    ...["listMemberships"],
  ],
  "directory:write": [
    ...["createLocalCompany", "eraseDirectoryUser", "inviteCompanyOwner"],
    ...["inviteOrganizationOwner", "putDirectoryCompany", "putDirectoryCompanyMember"],
    ...["putDirectoryOrganization", "putDirectoryOrganizationMember", "putDirectoryUser"],
    ...["removeDirectoryCompanyGrant", "removeDirectoryCompanyMember"],
    ...["removeDirectoryOrganizationMember"],
  ],
  "extensions:read": [
    ...["getDirectoryClient", "getDirectoryClientListing", "getDirectoryClientStatus"],
    ...["getDirectoryImpact", "getScopeApproval", "listClientScopeApprovals", "listDeliveries"],
    ...["listDirectoryClients", "listScopeApprovals"],
  ],
  "extensions:write": [
    ...["putDirectoryClientListing", "putDirectoryClientStatus", "putScopeApproval"],
    ...["retryDelivery"],
  ],
  "scopes:read": ["getDirectoryScope", "listDirectoryScopes"],
  "scopes:write": ["putDirectoryScope"],
  "log:read": [
    ...["exportCompanyRequests", "exportPlatformRequests", "getPlatformRequest"],
    ...["getPlatformRequestFigures", "listCompanyRequests", "listPlatformRequests"],
    ...["watchPlatformRequests"],
  ],
  "overview:read": ["getPlatformOverview", "searchDirectory"],
  "keys:read": ["listServiceKeys"],
  "keys:write": ["changeServiceKeyEnd", "createServiceKey", "revokeServiceKey", "rotateServiceKey"],
  "brand:read": ["getBrand"],
  "brand:write": ["deleteBrandLogo", "putBrand", "putBrandLogo"],
  "platform-audit:read": ["exportPlatformAudit", "listPlatformAudit", "verifyPlatformAudit"],
};

it("each operation of the platform's API needs the permission that the table says", () => {
  const needed = platformOperations.map(({ id, access }) => [id, access.permission]);
  const stated = Object.entries(OPERATIONS).flatMap(([permission, ids]) =>
    ids.map((id) => [id, permission]),
  );
  expect(needed.sort()).toEqual(stated.sort());
});

it("only a rotation is open to a service key without the permission, and only for itself", () => {
  const ownOperations = platformOperations.filter(
    ({ access }) => access.kind === "platform" && access.forOwnKey,
  );
  expect(ownOperations.map(({ id }) => id)).toEqual(["rotateServiceKey"]);
});
