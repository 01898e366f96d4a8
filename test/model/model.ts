import { type OrganizationRole, rolePermissions, scopePermissions } from "@/lib/core/permissions";

// The reference model: who is who, which credentials were issued, and which of them are valid. It
// does not know tables, statements, or database epochs; a token carries what its validity depends
// on.

export type Role = OrganizationRole | "staff";

/** `company/42` or `organization/…`. */
export type Subject = string;

export type Session = { cookie: string; userId: string; ended: boolean; expired: boolean };

export type Secret = {
  id: string;
  value: string;
  revoked: boolean;
  /** Whether the overlap after a rotation is running or over. */
  overlap: "none" | "running" | "over";
  /** Who has seen it: `user:…` or `client:…`. */
  holders: string[];
};

export type Client = {
  id: string;
  organizationId: string;
  scopes: string[];
  active: boolean;
  deleted: boolean;
  rotates: boolean;
  /** How often it was deactivated. */
  epoch: number;
  secrets: Secret[];
};

export type Grant = { scopes: string[]; epoch: number; live: boolean };

export type Request = {
  id: string;
  clientId: string;
  subject: Subject;
  userId: string;
  scopes: string[];
  decision: "allowed" | "denied" | null;
  expired: boolean;
};

/** What codes and tokens have in common: they end when any of these does. */
type IssuedToken = {
  clientId: string;
  subject: Subject;
  scopes: string[];
  grantEpoch: number | null;
  /** Whether its person left the subject since then. */
  hasLeft?: boolean;
};

export type Code = IssuedToken & {
  value: string;
  userId: string;
  cookie: string;
  used: { online: boolean; offline: boolean };
  revoked: boolean;
  /** Seconds or minutes have passed: it is too late for the first use, or for any. */
  late: "no" | "first use" | "any use";
};

export type AccessToken = IssuedToken & {
  value: string;
  kind: "online" | "offline" | "client_credentials";
  code: string | null;
  userId: string | null;
  /** The cookie of the session to which an online token is bound. */
  cookie: string | null;
  secretId: string | null;
  clientEpoch: number;
  revoked: boolean;
  expired: boolean;
};

export type RefreshToken = IssuedToken & {
  value: string;
  /** The code from which the whole family descends. */
  code: string;
  used: boolean;
  superseded: "no" | "in grace" | "past grace";
  revoked: boolean;
  expired: boolean;
};

export type Model = {
  /** Roles by subject and person. */
  members: Record<Subject, Record<string, Role>>;
  sessions: Session[];
  deactivatedPeople: string[];
  clients: Client[];
  /** By client and subject, separated by a space. */
  grants: Record<string, Grant>;
  requests: Request[];
  codes: Code[];
  access: AccessToken[];
  refresh: RefreshToken[];
  /** Access tokens of concurrent requests to the management API that were checked before any of them took effect. */
  checkedTokens: string[];
};

/** The permission that a scope carries. */
export function permissionsOf(scopes: readonly string[]): string[] {
  return scopes.flatMap((scope) => scopePermissions[scope] ?? []);
}

export function roleIn(model: Model, subject: Subject, userId: string): Role | null {
  return model.members[subject]?.[userId] ?? null;
}

/** What a person may currently do in an organization. */
export function personMay(model: Model, organizationId: string, userId: string): readonly string[] {
  const role = roleIn(model, `organization/${organizationId}`, userId);
  return role === null || role === "staff" ? [] : rolePermissions[role];
}

export function clientOf(model: Model, clientId: string): Client {
  const found = model.clients.find(({ id }) => id === clientId);
  if (!found) throw new Error(`The model has no client ${clientId}`);
  return found;
}

export function grantOf(model: Model, clientId: string, subject: Subject): Grant | null {
  return model.grants[`${clientId} ${subject}`] ?? null;
}

export function isSignedIn(model: Model, cookie: string): boolean {
  const session = model.sessions.find((each) => each.cookie === cookie);
  if (!session || session.ended || session.expired) return false;
  return !model.deactivatedPeople.includes(session.userId);
}

/** The sessions of people who are signed in. */
export function liveSessions(model: Model): Session[] {
  return model.sessions.filter(({ cookie }) => isSignedIn(model, cookie));
}

/** The person of a cookie's session, in any state. */
export function personOf(model: Model, cookie: string): string {
  return model.sessions.find((each) => each.cookie === cookie)?.userId ?? "";
}

export function isSecretLive({ revoked, overlap }: Secret): boolean {
  return !revoked && overlap !== "over";
}

/**
 * Why the pair does not authenticate, or null if it does. Only a caller with the secret learns that
 * the client is inactive.
 */
export function whyUnknown(
  model: Model,
  { clientId, secret }: { clientId: string; secret: string },
): "invalid_client" | "unauthorized_client" | null {
  const client = clientOf(model, clientId);
  const isKnownSecret = client.secrets.some((each) => each.value === secret && isSecretLive(each));
  if (!isKnownSecret || client.deleted) return "invalid_client";
  return client.active ? null : "unauthorized_client";
}

/** Whether the grant under which something was issued is still valid. */
export function grantStands(model: Model, { clientId, subject, grantEpoch }: IssuedToken): boolean {
  if (grantEpoch === null) return true;
  const grant = grantOf(model, clientId, subject);
  return grant?.live === true && grant.epoch === grantEpoch;
}

/** Whether a person has belonged to the subject for which a code or token acts since it was issued. */
export function belongs(model: Model, { subject, hasLeft }: IssuedToken, userId: string): boolean {
  if (hasLeft || roleIn(model, subject, userId) === null) return false;
  return !model.deactivatedPeople.includes(userId);
}

/**
 * What a token can currently do: its scopes that the grant still has and the client is still
 * registered for.
 */
export function effectiveScopes(model: Model, issued: IssuedToken): string[] {
  const client = clientOf(model, issued.clientId);
  const grant = grantOf(model, issued.clientId, issued.subject);
  return issued.scopes.filter(
    (scope) =>
      client.scopes.includes(scope) &&
      (issued.grantEpoch === null || (grant?.scopes.includes(scope) ?? false)),
  );
}

/** Why an access token is rejected, in the service's order; null for a valid one. */
export function whyDead(model: Model, token: AccessToken): string | null {
  const client = clientOf(model, token.clientId);
  if (token.revoked || !grantStands(model, token)) return "revoked";
  if (token.expired) return "expired";
  if (!client.active || client.deleted) return "client inactive";
  if (token.clientEpoch !== client.epoch) return "client was inactive";
  const secret = client.secrets.find(({ id }) => id === token.secretId);
  if (secret && !isSecretLive(secret)) return "secret ended";
  if (token.userId !== null && !belongs(model, token, token.userId)) return "seller left";
  const session = model.sessions.find(({ cookie }) => cookie === token.cookie);
  if (session?.ended) return "signed out";
  return null;
}

/** Ends a grant; what was issued under it does not come back with the next one. */
export function endGrant(grant: Grant): void {
  grant.live = false;
  grant.epoch += 1;
}

/** Revokes a code and everything issued from it. */
export function revokeFamily(model: Model, code: string): void {
  for (const each of model.codes) if (each.value === code) each.revoked = true;
  for (const each of [...model.refresh, ...model.access])
    if (each.code === code) each.revoked = true;
}

/**
 * What an actor may currently do in an organization; another organization's client has what it was
 * granted there.
 */
export function actorMay(model: Model, organizationId: string, actor: string): readonly string[] {
  const [kind, id = ""] = actor.split(":");
  if (kind === "user") return personMay(model, organizationId, id);
  const client = clientOf(model, id);
  if (client.deleted) return [];
  if (client.organizationId === organizationId) return permissionsOf(client.scopes);
  const grant = grantOf(model, id, `organization/${organizationId}`);
  return grant?.live ? permissionsOf(grant.scopes) : [];
}

export function mayAll(has: readonly string[], scopes: readonly string[]): boolean {
  return permissionsOf(scopes).every((permission) => has.includes(permission));
}
