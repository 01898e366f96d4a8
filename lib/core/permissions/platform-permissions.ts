const reads = [
  ...(["directory:read", "extensions:read", "scopes:read", "log:read"] as const),
  ...(["overview:read", "keys:read", "brand:read", "platform-audit:read"] as const),
];
const writes = [
  ...(["directory:write", "extensions:write", "scopes:write"] as const),
  ...(["keys:write", "brand:write"] as const),
];

/** An action that a caller may be allowed on the whole installation. */
export type PlatformPermission = (typeof reads | typeof writes)[number];

export const operatorRoles = ["operator", "support"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** What each role may do: support reads everything and changes nothing. */
export const operatorPermissions: Readonly<Record<OperatorRole, readonly PlatformPermission[]>> = {
  operator: [...reads, ...writes],
  support: reads,
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
