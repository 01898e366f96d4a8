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
import type { ConsentView, KnownRequest, ScopeChanges } from "@/lib/consent/values";
import { env } from "@/lib/core/env/env";
import { imageAddress } from "@/lib/core/images/image-address";
import { asSubject } from "@/lib/core/subject";
import { supportContacts } from "@/lib/core/values/support-contact-values";
import { secondFactorHref } from "@/lib/identity/sessions/sign-in-return-path";
import type { Session } from "@/lib/operation/access/session";
import { findInstallError, isInstallBlock } from "@/lib/protocol/authorize/find-install-error";

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
  if (!mayDecide(request, membership.role)) {
    const { companyId, organizationId, scopes } = request;
    const organizationRoles = rolesThatMayConsent(scopes);
    const deciders = await listDeciders({ companyId, organizationId, organizationRoles });
    return { kind: "ask_an_admin", ...common, deciders };
  }
  return {
    kind: "decide",
    ...common,
    csrfToken: consentToken(session.sessionId, requestId),
    contacts: supportContacts(request.client),
    destinationHost: new URL(request.redirectUri).host,
    use: await hintsFor(request, common.changes, grant?.scopes ?? []),
    useDays: env().retention.callDays,
  };
}

async function hintsFor(
  request: StoredRequest,
  { added, unchanged }: ScopeChanges<string>,
  granted: readonly string[],
): Promise<ScopeUseHint[]> {
  const grantedScopes = [...unchanged, ...added].filter((scope) => granted.includes(scope));
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
): KnownRequest {
  const { client } = request;
  return {
    clientId: request.clientId,
    clientName: client.name,
    description: client.description,
    logoUri: imageAddress(client.logoId),
    publisherName: client.organization.name,
    publisherVerified: client.organization.verified,
    grantorName,
    companyId: request.companyId,
    changes: compareScopes({
      requested: request.scopes,
      granted: grant?.scopes ?? [],
      approved: grant?.approved ?? [],
      registered: client.scopes,
    }),
    isChange: grant !== null,
    restartHref: restartLocation(request),
  };
}

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
  const unchanged = granted.filter((scope) => registered.includes(scope));
  const before = new Set([...granted, ...approved]);
  return {
    added: requested.filter((scope) => !unchanged.includes(scope)),
    unchanged,
    givenUp: [...before].filter(
      (scope) => !unchanged.includes(scope) && !requested.includes(scope),
    ),
  };
}
