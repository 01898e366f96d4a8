import { describe, expect, it } from "vitest";
import { type Caller, MissingPermissionError, may, requirePermission } from "@/lib/access/caller";
import { requireCompanyAccess } from "@/lib/access/company-caller";
import { mayOnPlatform, requirePlatformPermission } from "@/lib/access/platform-caller";
import {
  organizationRoles,
  type Permission,
  rolePermissions,
  scopePermissions,
} from "@/lib/kernel/permissions";
import {
  operatorPermissions,
  operatorRoles,
  type PlatformPermission,
  serviceScopePermissions,
  serviceScopes,
} from "@/lib/kernel/platform-permissions";
import { requireRoleAuthority, rolesWithin } from "@/lib/organizations/members/role-authority";

const SCOPES = Object.entries(scopePermissions);
const PERMISSIONS = Object.values(scopePermissions);
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
      const isIncluded = rolePermissions[role].includes(permission);
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
      const isIncluded = rolePermissions[role].includes(permission);
      expect(denialOf(user(role, [scope]), permission)).toBe(isIncluded ? null : "forbidden");
      expect(denialOf(user(role, []), permission)).toBe("insufficient_scope");
    }
  });
});

describe("the roles that a caller may grant", () => {
  it.each([
    ["owner", ["owner", "admin", "developer", "auditor"]],
    ["admin", ["admin", "developer", "auditor"]],
    ["developer", []],
    ["auditor", []],
  ] as const)("as %s are %j", (role, within) => {
    expect(rolesWithin(user(role))).toEqual(within);
    for (const other of organizationRoles) {
      const grant = () => requireRoleAuthority(user(role), other);
      if (within.some((each) => each === other)) grant();
      else expect(grant).toThrow(`"${other}"`);
    }
  });

  it("with a token are those within its scopes", () => {
    const scopes = ["members/read", "members/write", "clients/read", "audit/read"];
    const caller = client(scopes.map((scope) => `organization/${scope}`));
    expect(rolesWithin(caller)).toEqual(["auditor"]);
    expect(rolesWithin(user("owner", []))).toEqual([]);
  });
});

describe("a caller of the platform's API", () => {
  const all = [
    ...new Set([
      ...Object.values(operatorPermissions).flat(),
      ...Object.values(serviceScopePermissions).flat(),
    ]),
  ];
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
      const isIncluded = operatorPermissions[role].includes(permission);
      expect(mayOnPlatform(caller, permission)).toBe(isIncluded);
      const denial = code(() => requirePlatformPermission(caller, permission));
      expect(denial).toBe(isIncluded ? null : "forbidden");
    }
  });

  it.each(serviceScopes)("as a service key with %s has exactly its permissions", (scope) => {
    for (const permission of all) {
      const caller = { kind: "service_key", keyId: "key", scopes: ["unknown", scope] } as const;
      const isIncluded = serviceScopePermissions[scope].includes(permission);
      expect(mayOnPlatform(caller, permission)).toBe(isIncluded);
      const denial = code(() => requirePlatformPermission(caller, permission));
      expect(denial === null).toBe(isIncluded);
      const isOnlyForOperators = !Object.values(serviceScopePermissions)
        .flat()
        .includes(permission);
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
    const key = { kind: "service_key", keyId: "key", scopes: [] } as const;
    for (const permission of all) {
      expect(code(() => requireCompanyAccess(key, 7, permission))).not.toBeNull();
    }
  });
});
