import { consentToken } from "@/lib/consent/consent-token";
import {
  findMembership,
  mayConsent,
  rolesThatMayConsent,
  scopesBeyondRole,
} from "@/lib/consent/may-consent";
import {
  findGrant,
  findGrantorName,
  findRequest,
  listDeciders,
  type StoredRequest,
} from "@/lib/consent/repository";
import { restartLocation } from "@/lib/consent/restart-location";
import { readScopeUse, toScopeUseHints } from "@/lib/consent/scope-use/read-scope-use";
import type { ScopeUseHint } from "@/lib/consent/scope-use/values";
import { env } from "@/lib/core/env/env";
import { imageAddress } from "@/lib/core/images/image-address";
import { asSubject } from "@/lib/core/subject";
import { type SupportContacts, supportContacts } from "@/lib/core/values/support-contact-values";
import { secondFactorHref } from "@/lib/identity/sessions/sign-in-return-path";
import type { Session } from "@/lib/operation/access/session";
import {
  findInstallError,
  type InstallBlock,
  isInstallBlock,
} from "@/lib/protocol/authorize/find-install-error";

/** What everyone who opens a request may see. */
type Common = {
  clientId: string;
  clientName: string;
  /** The company or organization that would grant. */
  grantorName: string;
  companyId: number | null;
  changes: ScopeChanges;
  /** Whether something was granted before. */
  isChange: boolean;
  /** The authorize address that repeats the request. */
  restartHref: string;
};

export type ConsentView =
  /** There is no such request, or it belongs to another person. */
  | { kind: "unknown" }
  /** The organization requires a second factor, which the person must set up first. */
  | { kind: "second_factor_required"; setUpHref: string }
  | ({ kind: "expired" | "allowed" | "denied" | "client_inactive" | "not_a_member" } & Common)
  /** The extension cannot be installed now; `suspensionReason` is the platform's. */
  | ({ kind: "blocked"; check: InstallBlock; suspensionReason: string | null } & Common)
  | ({ kind: "ask_an_admin"; deciders: { name: string; email: string | null }[] } & Common)
  | ({
      kind: "decide";
      csrfToken: string;
      /** The publisher's description of the extension; "" if there is none. */
      description: string;
      logoUri: string | null;
      contacts: SupportContacts;
      publisherName: string;
      publisherVerified: boolean;
      destinationHost: string;
      /** How the extension used each scope that it keeps, or asks for and had before it was removed. */
      use: ScopeUseHint[];
      /** The number of days that the API log covers. */
      useDays: number;
    } & Common);

/** Reads a stored request for the person who is signed in. Grants nothing (security: GET never does). */
export async function openConsent(requestId: string, session: Session): Promise<ConsentView> {
  const request = await findRequest(requestId);
  if (!request || request.userId !== session.userId) return { kind: "unknown" };
  const grant = await findGrant(request);
  const grantorName = await findGrantorName(asSubject(request));
  const common = presentCommon(request, grantorName, grant?.revokedAt === null ? grant : null);
  if (request.decision !== null) return { kind: request.decision, ...common };
  if (request.expiresAt <= new Date()) return { kind: "expired", ...common };
  if (!request.client.isActive || request.client.deletedAt)
    return { kind: "client_inactive", ...common };
  const membership = await findMembership(request, session);
  if (membership === null) return { kind: "not_a_member", ...common };
  if (membership.secondFactorRequiredBy) {
    return {
      kind: "second_factor_required",
      setUpHref: secondFactorHref(membership.secondFactorRequiredBy),
    };
  }
  const blocked = await findBlock(request);
  if (blocked) return { ...blocked, ...common };
  if (!mayDecide(request, membership.role))
    return { kind: "ask_an_admin", ...common, deciders: await deciders(request) };
  return {
    kind: "decide",
    ...common,
    csrfToken: consentToken(session.sessionId, requestId),
    description: request.client.description,
    logoUri: imageAddress(request.client.logoId),
    contacts: supportContacts(request.client),
    publisherName: request.client.organization.name,
    publisherVerified: request.client.organization.verified,
    destinationHost: new URL(request.redirectUri).host,
    use: await hintsFor(request, common.changes, grant?.scopes ?? []),
    useDays: env().retention.callDays,
  };
}

async function hintsFor(
  request: StoredRequest,
  { added, kept }: ScopeChanges,
  granted: readonly string[],
): Promise<ScopeUseHint[]> {
  const grantedScopes = [...kept, ...added].filter((scope) => granted.includes(scope));
  if (grantedScopes.length === 0) return [];
  const { clientId } = request;
  const readUse = await readScopeUse(asSubject(request), [clientId], env().retention.callDays);
  return toScopeUseHints(grantedScopes, readUse(clientId));
}

async function findBlock(request: StoredRequest) {
  const error = await findInstallError(request.clientId, asSubject(request));
  const { check, suspensionReason = null } = error?.diagnosis ?? {};
  return check && isInstallBlock(check)
    ? { kind: "blocked" as const, check, suspensionReason }
    : null;
}

function mayDecide({ organizationId, scopes }: StoredRequest, role: string): boolean {
  return (
    mayConsent(role) && (organizationId === null || scopesBeyondRole(role, scopes).length === 0)
  );
}

function presentCommon(
  request: StoredRequest,
  grantorName: string,
  grant: { scopes: string[]; approved: string[] } | null,
): Common {
  return {
    clientId: request.clientId,
    clientName: request.client.name,
    grantorName,
    companyId: request.companyId,
    changes: compareScopes({
      requested: request.scopes,
      granted: grant?.scopes ?? [],
      approved: grant?.approved ?? [],
      registered: request.client.scopes,
    }),
    isChange: grant !== null,
    restartHref: restartLocation(request),
  };
}

async function deciders(request: StoredRequest): Promise<{ name: string; email: string | null }[]> {
  const { companyId, organizationId, scopes } = request;
  const organizationRoles = rolesThatMayConsent(scopes);
  const people = await listDeciders({ companyId, organizationId, organizationRoles });
  return people.map(({ firstName, lastName, email }) => ({
    name: `${firstName} ${lastName}`,
    email,
  }));
}

/** The changes that a request would make to a grant. */
type ScopeChanges = { added: string[]; kept: string[]; givenUp: string[] };

/**
 * The scopes that a grant would gain, those that it keeps whether requested or not, and those that the client has
 * given up.
 * @param approved granted in a person's last decision, including scopes that the client has given up since
 */
export function compareScopes({
  requested,
  granted,
  approved,
  registered,
}: Readonly<Record<"requested" | "granted" | "approved" | "registered", readonly string[]>>) {
  const kept = granted.filter((scope) => registered.includes(scope));
  const before = new Set([...granted, ...approved]);
  return {
    added: requested.filter((scope) => !kept.includes(scope)),
    kept,
    givenUp: [...before].filter((scope) => !kept.includes(scope) && !requested.includes(scope)),
  };
}
