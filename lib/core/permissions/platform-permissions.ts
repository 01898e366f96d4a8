/** An action that a caller may be allowed on the whole installation. */
export type PlatformPermission =
  | "directory:read"
  | "directory:write"
  | "extensions:read"
  | "extensions:write"
  | "scopes:read"
  | "scopes:write"
  | "log:read"
  | "overview:read"
  | "keys:read"
  | "keys:write"
  | "brand:read"
  | "brand:write"
  | "platform-audit:read";

export const operatorRoles = ["operator", "support"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

const READS: readonly PlatformPermission[] = [
  "directory:read",
  "extensions:read",
  "scopes:read",
  "log:read",
  "overview:read",
  "keys:read",
  "brand:read",
  "platform-audit:read",
];

/** What each role may do: support reads everything and changes nothing. */
export const operatorPermissions: Readonly<Record<OperatorRole, readonly PlatformPermission[]>> = {
  operator: [
    ...READS,
    "directory:write",
    "extensions:write",
    "scopes:write",
    "keys:write",
    "brand:write",
  ],
  support: READS,
};

export const serviceScopes = [
  "platform/directory/read",
  "platform/directory/write",
  "platform/clients/write",
  "platform/scopes/write",
  "platform/introspect",
  "platform/gate",
  "platform/log/read",
] as const;
export type ServiceScope = (typeof serviceScopes)[number];

/** What each scope allows on the platform's API. Introspection and the gate check their scope themselves. */
export const serviceScopePermissions: Readonly<
  Record<ServiceScope, readonly PlatformPermission[]>
> = {
  "platform/directory/read": ["directory:read"],
  "platform/directory/write": ["directory:read", "directory:write"],
  "platform/clients/write": ["extensions:read", "extensions:write"],
  "platform/scopes/write": ["scopes:read", "scopes:write"],
  "platform/introspect": [],
  "platform/gate": [],
  "platform/log/read": ["log:read"],
};

export function isServiceScope(text: string): text is ServiceScope {
  return serviceScopes.some((scope) => scope === text);
}

/** The narrowest scope that gives a service key this permission, or null if only operators have it. */
export function scopeOfPlatformPermission(permission: PlatformPermission): ServiceScope | null {
  return serviceScopes.find((scope) => serviceScopePermissions[scope].includes(permission)) ?? null;
}
