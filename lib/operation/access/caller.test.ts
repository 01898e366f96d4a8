import { describe, expect, it } from "vitest";
import {
  type OrganizationRole,
  organizationRoles,
  type Permission,
} from "@/lib/core/permissions/permissions";
import {
  type OperatorRole,
  operatorRoles,
  type PlatformPermission,
  type ServiceScope,
  serviceScopes,
} from "@/lib/core/permissions/platform-permissions";
import { type Caller, may, requirePermission } from "@/lib/operation/access/caller";
import { requireCompanyAccess } from "@/lib/operation/access/company-caller";
import {
  mayOnPlatform,
  type PlatformCaller,
  platformActor,
  requireOwnKeyOrPermission,
  requirePlatformPermission,
} from "@/lib/operation/access/platform-caller";

// Who may do what, stated once more: what a role gains in the code by mistake is missing here.
const ADMIN: Permission[] = [
  ...(["clients:read", "clients:write", "secrets:read"] as const),
  ...(["members:read", "members:write", "audit:read"] as const),
];
const OF_ROLE: Record<OrganizationRole, Permission[]> = {
  owner: [...ADMIN, "organization:write"],
  admin: ADMIN,
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
  ...(["directory:read", "extensions:read", "scopes:read", "log:read"] as const),
  ...(["overview:read", "keys:read", "brand:read", "platform-audit:read"] as const),
];
const PLATFORM_WRITES: PlatformPermission[] = [
  ...(["directory:write", "extensions:write", "scopes:write"] as const),
  ...(["keys:write", "brand:write"] as const),
];
const OF_OPERATOR: Record<OperatorRole, PlatformPermission[]> = {
  operator: [...PLATFORM_READS, ...PLATFORM_WRITES],
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
  kind: "client",
  organizationId,
  clientId: "script",
  scopes,
});

/** The code of the error that a check throws, or null. */
const codeOf = (check: () => void) => {
  try {
    check();
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
  return null;
};
const denialOf = (caller: Caller, permission: Permission) =>
  codeOf(() => requirePermission(caller, permission));

describe("a caller of the management API", () => {
  it.each(organizationRoles)("as %s has exactly the role's permissions", (role) => {
    for (const permission of PERMISSIONS) {
      const isIncluded = OF_ROLE[role].includes(permission);
      expect(may(user(role), permission)).toBe(isIncluded);
      expect(denialOf(user(role), permission)).toBe(isIncluded ? null : "forbidden");
    }
  });

  it.each(SCOPES)("with a client's token for %s has exactly its permission", (scope, permitted) => {
    for (const permission of PERMISSIONS) {
      const caller = client(["company/orders/read", scope]);
      expect(may(caller, permission)).toBe(permission === permitted);
      expect(denialOf(caller, permission)).toBe(
        permission === permitted ? null : "insufficient_scope",
      );
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
  const KEY = { kind: "service_key", keyId: "key", secretId: "secret", scopes: [] } as const;
  const SUPPORT = { kind: "operator", userId: "ada", role: "support" } as const;

  it.each(operatorRoles)("as %s has exactly the role's permissions", (role) => {
    for (const permission of all) {
      const caller = { kind: "operator", userId: "person", role } as const;
      const isIncluded = OF_OPERATOR[role].includes(permission);
      expect(mayOnPlatform(caller, permission)).toBe(isIncluded);
      const denial = codeOf(() => requirePlatformPermission(caller, permission));
      expect(denial).toBe(isIncluded ? null : "forbidden");
    }
  });

  it.each(serviceScopes)("as a service key with %s has exactly its permissions", (scope) => {
    for (const permission of all) {
      const scopes = ["unknown", scope];
      const caller = { ...KEY, scopes };
      const isIncluded = OF_SERVICE_SCOPE[scope].includes(permission);
      expect(mayOnPlatform(caller, permission)).toBe(isIncluded);
      const denial = codeOf(() => requirePlatformPermission(caller, permission));
      expect(denial === null).toBe(isIncluded);
      const isOnlyForOperators = !Object.values(OF_SERVICE_SCOPE).flat().includes(permission);
      if (denial) expect(denial).toBe(isOnlyForOperators ? "forbidden" : "insufficient_scope");
    }
  });

  it("has its kind and id in audit entries", () => {
    const names = [{ kind: "shell" } as const, KEY, SUPPORT].map(platformActor);
    expect(names).toEqual(["operator:shell", "service_key:key", "operator:ada"]);
  });

  it("from a shell may do everything", () => {
    for (const permission of all) expect(mayOnPlatform({ kind: "shell" }, permission)).toBe(true);
  });

  it("as a service key may use an operation on itself, and on another only with the permission", () => {
    const check = (caller: PlatformCaller, keyId: string) =>
      codeOf(() => requireOwnKeyOrPermission(caller, keyId, "keys:write"));
    expect(check(KEY, "key")).toBeNull();
    expect(check(KEY, "other")).toBe("forbidden");
    expect(check(SUPPORT, "key")).toBe("forbidden");
  });

  it("as a seller may read about their own company only", () => {
    const permission: PlatformPermission = "directory:read";
    const seller = { kind: "seller", userId: "person", companyId: 7 } as const;
    expect(codeOf(() => requireCompanyAccess(seller, 7, permission))).toBeNull();
    expect(codeOf(() => requireCompanyAccess(seller, 8, permission))).toBe("not_found");
  });

  it("as a service key needs the permission for any company", () => {
    for (const permission of all) {
      expect(codeOf(() => requireCompanyAccess(KEY, 7, permission))).not.toBeNull();
    }
  });
});
