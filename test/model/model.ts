import {
  type OrganizationRole,
  rolePermissions,
  scopePermissions,
} from "@/lib/core/permissions/permissions";

// The reference model: who is who, which credentials were issued, and which of them are valid. It
// does not know tables, statements, or database epochs; a token carries what its validity depends
// on. Everything that was issued is known by its `value`: a cookie, an id, a code, a token, or a secret.

export type Role = OrganizationRole | "staff";

/** `company/42` or `organization/…`. */
export type Subject = string;

export type Session = { value: string; userId: string; ended: boolean; expired: boolean };

export type Secret = {
  id: string;
  value: string;
  live: boolean;
  /** Whether it ends with the overlap after a rotation. */
  inOverlap: boolean;
  /** Who has seen it: `user:…` or `client:…`. */
  holders: string[];
};

export type Client = {
  id: string;
  /** Its organization. */
  home: Subject;
  scopes: string[];
  /** A deleted client is inactive too. */
  active: boolean;
  deleted: boolean;
  rotates: boolean;
  /** How often it was deactivated. */
  epoch: number;
  secrets: Secret[];
};

export type Grant = { scopes: string[]; epoch: number; live: boolean };

export type Request = {
  value: string;
  clientId: string;
  subject: Subject;
  userId: string;
  scopes: string[];
  decision: "allowed" | "denied" | null;
  expired: boolean;
};

/** What codes and tokens have in common: they end when any of these does. */
export type Issued = {
  value: string;
  clientId: string;
  subject: Subject;
  scopes: string[];
  grantEpoch: number | null;
  /** The code from which the whole family descends. */
  code: string | null;
  /** The person it acts for, and the cookie of its session. */
  userId: string | null;
  cookie: string | null;
  /** Whether its person left the subject since then. */
  hasLeft?: boolean;
  revoked: boolean;
};

export type Code = Issued & {
  used: { online: boolean; offline: boolean };
  /** Seconds or minutes have passed: it is too late for the first use, or for any. */
  late: "no" | "first use" | "any use";
};

export type AccessToken = Issued & {
  /** The secret with which a client got its own token. */
  secret: string | null;
  clientEpoch: number;
  expired: boolean;
};

export type RefreshToken = Issued & {
  used: boolean;
  superseded: "no" | "in grace" | "past grace";
  expired: boolean;
};

/** What was issued with this value. */
export const find = <T extends { value: string }>(list: readonly T[], value: string | null) =>
  list.find((each) => each.value === value);

export const idOf = (subject: Subject) => subject.split("/")[1] ?? "";

export const isOrganization = (subject: Subject) => subject.startsWith("organization/");

/** The permissions that scopes carry. */
export function permissionsOf(scopes: readonly string[]): string[] {
  return scopes.flatMap((scope) => scopePermissions[scope] ?? []);
}

/** Whether permissions include all that scopes carry. */
export function mayAll(permissions: readonly string[], scopes: readonly string[]): boolean {
  return permissionsOf(scopes).every((permission) => permissions.includes(permission));
}

/** Ends a grant; what was issued under it does not come back with the next one. */
export function endGrant(grant: Grant): void {
  grant.live = false;
  grant.epoch += 1;
}

export function endSecrets(secrets: Iterable<Secret>): void {
  for (const secret of secrets) secret.live = false;
}

export class Model {
  /** Roles by subject and person. */
  members: Record<Subject, Record<string, Role>> = {};
  sessions: Session[] = [];
  deactivatedPeople: string[] = [];
  clients: Client[] = [];
  /** By client and subject, separated by a space. */
  grants: Record<string, Grant> = {};
  requests: Request[] = [];
  codes: Code[] = [];
  access: AccessToken[] = [];
  refresh: RefreshToken[] = [];
  /** Access tokens of concurrent requests to the management API that were checked before any of them took effect. */
  checkedTokens: string[] = [];

  copy(): Model {
    return Object.assign(new Model(), structuredClone({ ...this }));
  }

  roleIn(subject: Subject, userId: string): Role | null {
    return this.members[subject]?.[userId] ?? null;
  }

  /** What a person may currently do in an organization. */
  personMay(home: Subject, userId: string): readonly string[] {
    const role = this.roleIn(home, userId);
    return role === null || role === "staff" ? [] : rolePermissions[role];
  }

  /**
   * What an actor may currently do in an organization; another organization's client has what it was
   * granted there.
   */
  actorMay(home: Subject, actor: string): readonly string[] {
    const [kind, id = ""] = actor.split(":");
    if (kind === "user") return this.personMay(home, id);
    const client = this.clientOf(id);
    if (client.deleted) return [];
    if (client.home === home) return permissionsOf(client.scopes);
    const grant = this.grantOf(id, home);
    return grant?.live ? permissionsOf(grant.scopes) : [];
  }

  clientOf(clientId: string): Client {
    const client = this.clients.find(({ id }) => id === clientId);
    if (!client) throw new Error(`The model has no client ${clientId}`);
    return client;
  }

  /** The clients that carry permissions. */
  managingClients(): Client[] {
    return this.clients.filter(({ scopes }) => permissionsOf(scopes).length > 0);
  }

  grantOf(clientId: string, subject: Subject): Grant | null {
    return this.grants[`${clientId} ${subject}`] ?? null;
  }

  /** The person of a cookie's session, or null if it is over. */
  signedInPerson(cookie: string): string | null {
    const session = find(this.sessions, cookie);
    if (!session || session.ended || session.expired) return null;
    return this.deactivatedPeople.includes(session.userId) ? null : session.userId;
  }

  /** The sessions of people who are signed in. */
  liveSessions(): Session[] {
    return this.sessions.filter(({ value }) => this.signedInPerson(value) !== null);
  }

  /** The sessions of people in a company or organization. */
  membersOf(subject: Subject, sessions = this.liveSessions()): Session[] {
    return sessions.filter(({ userId }) => this.roleIn(subject, userId));
  }

  /** Whether the grant under which something was issued is still valid. */
  grantStands({ clientId, subject, grantEpoch }: Issued): boolean {
    if (grantEpoch === null) return true;
    const grant = this.grantOf(clientId, subject);
    return grant?.live === true && grant.epoch === grantEpoch;
  }

  /** Whether the person of a code or token has belonged to its subject since it was issued. */
  belongs({ subject, userId, hasLeft }: Issued): boolean {
    if (userId === null) return true;
    if (hasLeft || this.roleIn(subject, userId) === null) return false;
    return !this.deactivatedPeople.includes(userId);
  }

  /** What a token can currently do: its scopes that the grant still has and the client is still registered for. */
  effectiveScopes(issued: Issued): string[] {
    const { scopes } = this.clientOf(issued.clientId);
    const grant = this.grantOf(issued.clientId, issued.subject);
    const grantScopes = issued.grantEpoch === null ? scopes : (grant?.scopes ?? []);
    return issued.scopes.filter((scope) => scopes.includes(scope) && grantScopes.includes(scope));
  }

  /** Why an access token is rejected, in the service's order; null for a valid one. */
  whyDead(token: AccessToken): string | null {
    const client = this.clientOf(token.clientId);
    if (token.revoked || !this.grantStands(token)) return "revoked";
    if (token.expired) return "expired";
    if (!client.active) return "client inactive";
    if (token.clientEpoch !== client.epoch) return "client was inactive";
    if (find(client.secrets, token.secret)?.live === false) return "secret ended";
    if (!this.belongs(token)) return "seller left";
    return find(this.sessions, token.cookie)?.ended ? "signed out" : null;
  }

  /** Revokes a code and everything issued from it. */
  revokeFamily(code: string | null): void {
    for (const each of [...this.codes, ...this.refresh, ...this.access]) {
      if (code !== null && each.code === code) each.revoked = true;
    }
  }

  /** A client's live secrets that were seen by an actor who lacks a permission of these scopes. */
  secretsBeyondHolders(
    { home, secrets }: Client,
    scopes: readonly string[],
    except = "",
  ): Secret[] {
    const lacks = (actor: string) =>
      actor !== except && !mayAll(this.actorMay(home, actor), scopes);
    return secrets.filter(({ live, holders }) => live && holders.some(lacks));
  }

  /** Live secrets that an actor has seen, of clients there that may do more than the actor will. */
  secretsBeyond(home: Subject, actor: string, permissions: readonly string[]): Secret[] {
    return this.clients
      .filter((client) => client.home === home && actor !== `client:${client.id}`)
      .filter(({ scopes }) => !mayAll(permissions, scopes))
      .flatMap(({ secrets }) => secrets)
      .filter(({ live, holders }) => live && holders.includes(actor));
  }
}
