const ofAdmins = [
  ...(["clients:read", "clients:write", "secrets:read"] as const),
  ...(["members:read", "members:write", "audit:read"] as const),
];
const ofOwners = [...ofAdmins, "organization:write"] as const;

/** An action that a caller may be allowed in an organization. */
export type Permission = (typeof ofOwners)[number];

export const organizationRoles = ["owner", "admin", "developer", "auditor"] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

export function isOrganizationRole(text: string): text is OrganizationRole {
  return organizationRoles.some((role) => role === text);
}

/** What each role may do. The API, the pages and the tests all read this table. */
export const rolePermissions: Readonly<Record<OrganizationRole, readonly Permission[]>> = {
  owner: ofOwners,
  admin: ofAdmins,
  developer: ["clients:read", "clients:write", "members:read"],
  auditor: ["clients:read", "members:read", "audit:read"],
};

/** What each scope allows on the management API. */
export const scopePermissions: Readonly<Record<string, Permission>> = {
  "organization/clients/read": "clients:read",
  "organization/clients/write": "clients:write",
  "organization/clients/secrets": "secrets:read",
  "organization/members/read": "members:read",
  "organization/members/write": "members:write",
  "organization/audit/read": "audit:read",
  "organization/settings/write": "organization:write",
};

export function scopeOfPermission(permission: Permission): string {
  const entry = Object.entries(scopePermissions).find(([, given]) => given === permission);
  if (!entry) throw new Error(`No scope grants ${permission}`);
  return entry[0];
}
