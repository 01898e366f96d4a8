import { describe, expect, it } from "vitest";
import { type OrganizationRole, organizationRoles, type Permission } from "@/lib/core/permissions";
import {
  type OperatorRole,
  operatorRoles,
  type PlatformPermission,
  type ServiceScope,
  serviceScopes,
} from "@/lib/core/platform-permissions";
import {
  type Caller,
  MissingPermissionError,
  may,
  requirePermission,
} from "@/lib/operation/access/caller";
import { requireCompanyAccess } from "@/lib/operation/access/company-caller";
import { mayOnPlatform, requirePlatformPermission } from "@/lib/operation/access/platform-caller";

// Who may do what, stated once more: what a role gains in the code by mistake is missing here.
const OF_ROLE: Record<OrganizationRole, Permission[]> = {
  owner: [
    "clients:read",
    "clients:write",
    "secrets:read",
    "members:read",
    "members:write",
    "audit:read",
    "organization:write",
  ],
  admin: [
    "clients:read",
    "clients:write",
    "secrets:read",
    "members:read",
    "members:write",
    "audit:read",
  ],
  developer: ["clients:read", "clients:write", "members:read"],
  auditor: ["clients:read", "members:read", "audit:read"],
};
const OF_SCOPE: Record<string, Permission> = {
  "organization/clients/read": "clients:read",
  "organization/clients/write": "clients:write",
  "organization/clients/secrets": "secrets:read",
  "organization/members/read": "members:read",
  "organization/members/write": "members:write",
  "organization/audit/read": "audit:read",
  "organization/settings/write": "organization:write",
};
const PLATFORM_READS: PlatformPermission[] = [
  "directory:read",
  "extensions:read",
  "scopes:read",
  "log:read",
  "overview:read",
  "keys:read",
  "brand:read",
  "platform-audit:read",
];
const OF_OPERATOR: Record<OperatorRole, PlatformPermission[]> = {
  operator: [
    ...PLATFORM_READS,
    "directory:write",
    "extensions:write",
    "scopes:write",
    "keys:write",
    "brand:write",
  ],
  support: PLATFORM_READS,
};
const OF_SERVICE_SCOPE: Record<ServiceScope, PlatformPermission[]> = {
  "platform/directory/read": ["directory:read"],
  "platform/directory/write": ["directory:read", "directory:write"],
  "platform/clients/write": ["extensions:read", "extensions:write"],
  "platform/scopes/write": ["scopes:read", "scopes:write"],
  "platform/introspect": [],
  "platform/gate": [],
  "platform/log/read": ["log:read"],
};

const SCOPES = Object.entries(OF_SCOPE);
const PERMISSIONS = OF_ROLE.owner;
const organizationId = "org";

const user = (role: (typeof organizationRoles)[number], scopes?: string[]): Caller => ({
  ...({ kind: "user", organizationId, userId: "person", role } as const),
  ...(scopes && { through: { clientId: "extension", scopes } }),
});
const client = (scopes: string[]): Caller => ({
  ...{ kind: "client", organizationId, clientId: "script", scopes },
});

const denialOf = (caller: Caller, permission: Permission) => {
  try {
    requirePermission(caller, permission);
  } catch (error) {
    return error instanceof MissingPermissionError ? error.code : error;
  }
  return null;
};

describe("a caller of the management API", () => {
  it.each(organizationRoles)("as %s has exactly the role's permissions", (role) => {
    for (const permission of PERMISSIONS) {
      const isIncluded = OF_ROLE[role].includes(permission);
      expect(may(user(role), permission)).toBe(isIncluded);
      expect(denialOf(user(role), permission)).toBe(isIncluded ? null : "forbidden");
    }
  });

  it.each(SCOPES)("with a client's token for %s has exactly its permission", (scope, given) => {
    for (const permission of PERMISSIONS) {
      const caller = client(["company/orders/read", scope]);
      expect(may(caller, permission)).toBe(permission === given);
      expect(denialOf(caller, permission)).toBe(permission === given ? null : "insufficient_scope");
    }
  });

  it.each(organizationRoles)("as %s through an extension needs role and scope", (role) => {
    for (const [scope, permission] of SCOPES) {
      const isIncluded = OF_ROLE[role].includes(permission);
      expect(denialOf(user(role, [scope]), permission)).toBe(isIncluded ? null : "forbidden");
      expect(denialOf(user(role, []), permission)).toBe("insufficient_scope");
    }
  });
});

describe("a caller of the platform's API", () => {
  const all = OF_OPERATOR.operator;
  const code = (run: () => void) => {
    try {
      run();
    } catch (error) {
      return error instanceof Error && "code" in error ? error.code : error;
    }
    return null;
  };

  it.each(operatorRoles)("as %s has exactly the role's permissions", (role) => {
    for (const permission of all) {
      const caller = { kind: "operator", userId: "person", role } as const;
      const isIncluded = OF_OPERATOR[role].includes(permission);
      expect(mayOnPlatform(caller, permission)).toBe(isIncluded);
      const denial = code(() => requirePlatformPermission(caller, permission));
      expect(denial).toBe(isIncluded ? null : "forbidden");
    }
  });

  it.each(serviceScopes)("as a service key with %s has exactly its permissions", (scope) => {
    for (const permission of all) {
      const scopes = ["unknown", scope];
      const caller = { kind: "service_key", keyId: "key", secretId: "secret", scopes } as const;
      const isIncluded = OF_SERVICE_SCOPE[scope].includes(permission);
      expect(mayOnPlatform(caller, permission)).toBe(isIncluded);
      const denial = code(() => requirePlatformPermission(caller, permission));
      expect(denial === null).toBe(isIncluded);
      const isOnlyForOperators = !Object.values(OF_SERVICE_SCOPE).flat().includes(permission);
      if (denial) expect(denial).toBe(isOnlyForOperators ? "forbidden" : "insufficient_scope");
    }
  });

  it("as a seller may read about their own company only", () => {
    const permission: PlatformPermission = "directory:read";
    const seller = { kind: "seller", userId: "person", companyId: 7 } as const;
    expect(code(() => requireCompanyAccess(seller, 7, permission))).toBeNull();
    expect(code(() => requireCompanyAccess(seller, 8, permission))).toBe("not_found");
  });

  it("as a service key needs the permission for any company", () => {
    const key = { kind: "service_key", keyId: "key", secretId: "secret", scopes: [] } as const;
    for (const permission of all) {
      expect(code(() => requireCompanyAccess(key, 7, permission))).not.toBeNull();
    }
  });
});
