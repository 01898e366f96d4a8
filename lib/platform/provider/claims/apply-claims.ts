import { z } from "zod";
import { type Change, recordChange, recordPlatformChanges } from "@/lib/audit/record-change";
import { type Database, db } from "@/lib/core/db/client";
import type { ProviderSettings } from "@/lib/core/env/provider-settings";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { isOrganizationRole } from "@/lib/core/permissions/permissions";
import { toPlainLine } from "@/lib/core/schemas/plain-text";
import { isCompanyRole } from "@/lib/core/values/company-role-values";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { setOperatorRole } from "@/lib/platform/operators/operator-role";
import { ProviderFailure } from "@/lib/platform/provider/provider";
import type { ClaimFault, ClaimKind } from "@/lib/platform/provider/values";
import { listMemberships, membershipEntry } from "@/lib/tenants/membership/membership-rows";
import {
  setMemberships,
  type TenantChange,
  type TenantRole,
} from "@/lib/tenants/membership/set-membership";
import { overrides, tenantKey } from "@/lib/tenants/membership/tenants";

/** A company or organization that a claim names, with the role there as the provider writes it. */
type ClaimedMembership<Id> = { id: Id; role: string };

/** The claims of an ID token about a person. A list, or the operator's role, is null if this installation does not read it. */
export type PersonClaims = ReturnType<typeof readClaims>;

type Claims = Readonly<Record<string, unknown>>;

const MAX_ENTRIES = 500;
const MAX_NAME = 120;

const role = z.string().min(1).max(64);
const companySchema = z.object({
  id: z.union([
    z.int().min(1),
    z
      .string()
      .regex(/^[1-9]\d{0,15}$/)
      .transform(Number)
      .pipe(z.int()),
  ]),
  role,
});
const organizationSchema = z.object({ id: z.string().regex(/^[\w-]{1,64}$/), role });

const emailSchema = z.email().max(254);

/** Reads the claims that Latchkey uses. @throws ProviderFailure provider_claims for a faulty list */
export function readClaims(claims: Claims, settings: ProviderSettings) {
  const { companiesClaim, organizationsClaim, operatorsClaim } = settings;
  const email = emailSchema.safeParse(claims.email);
  return {
    /** Null if the provider sent none, or not an address. */
    email: email.success ? email.data.toLowerCase() : null,
    isEmailVerified: email.success && claims.email_verified === true,
    firstName: readName(claims.given_name) ?? readName(claims.name),
    lastName: readName(claims.family_name),
    companies: companiesClaim ? readList(claims[companiesClaim], companySchema, "companies") : null,
    organizations: organizationsClaim
      ? readList(claims[organizationsClaim], organizationSchema, "organizations")
      : null,
    operatorRole: operatorsClaim ? readOperatorRole(claims[operatorsClaim]) : null,
  };
}

/** A name without control and direction characters; null if nothing visible is left. */
function readName(claim: unknown): string | null {
  if (typeof claim !== "string") return null;
  return toPlainLine(claim.trim().slice(0, MAX_NAME)) || null;
}

function readList<Id>(
  claim: unknown,
  entry: z.ZodType<ClaimedMembership<Id>>,
  kind: ClaimKind,
): ClaimedMembership<Id>[] {
  if (claim === undefined || claim === null) return [];
  if (!Array.isArray(claim)) throw faulty(kind, "malformed");
  if (claim.length > MAX_ENTRIES) throw faulty(kind, "too_many");
  const parsed = z.array(entry).safeParse(claim);
  if (!parsed.success) throw faulty(kind, "malformed");
  const distinct = new Set(parsed.data.map(({ id }) => id)).size === parsed.data.length;
  if (!distinct) throw faulty(kind, "repeated");
  return parsed.data;
}

/** `true`, `"operator"` or `"support"`, or a list that contains one of the two, such as a list of groups. */
function readOperatorRole(claim: unknown): "operator" | "support" | "none" {
  if (claim === undefined || claim === null || claim === false) return "none";
  if (claim === true) return "operator";
  const names: unknown[] = Array.isArray(claim) ? claim : [claim];
  if (names.length > MAX_ENTRIES) throw faulty("operators", "too_many");
  if (!names.every((name) => typeof name === "string")) throw faulty("operators", "malformed");
  if (names.includes("operator")) return "operator";
  return names.includes("support") ? "support" : "none";
}

function faulty(kind: ClaimKind, fault: ClaimFault): ProviderFailure {
  return new ProviderFailure("provider_claims", `the claim with ${kind} is ${fault}`, {
    kind,
    fault,
  });
}

// RFC 8176: several factors, a one-time password, a key in hardware.
const SECOND_FACTORS = new Set(["mfa", "otp", "hwk"]);

/** Whether the person used a second factor at the provider, and this installation trusts that. */
export function usedSecondFactor(
  { amr, acr }: Readonly<Record<string, unknown>>,
  { trustMfa, mfaAcr }: ProviderSettings,
): boolean {
  if (!trustMfa) return false;
  if (mfaAcr !== undefined && acr === mfaAcr) return true;
  return Array.isArray(amr) && amr.some((method) => SECOND_FACTORS.has(method));
}

/**
 * Replaces the memberships that a person has by claims. Memberships of the directory and of this installation stay and
 * take precedence; companies and organizations that do not exist here, closed companies, and unknown roles are ignored.
 * @returns what was ignored: `company:42`, `organization:acme`
 */
export async function applyClaims(
  tx: Database,
  userId: string,
  claims: PersonClaims,
  info: RequestInfo,
): Promise<string[]> {
  const { operatorRole } = claims;
  const { wanted, ignored } = await readRoles(tx, claims);
  const roles = await rolesToSet(tx, userId, claims, wanted);
  const changes = await setRoles(tx, userId, roles, info);
  if (operatorRole) changes.push(...(await applyOperator(tx, userId, operatorRole)));
  // Last: until the end of the transaction, no one else can record a change of the platform.
  if (changes.length > 0) await recordPlatformChanges(tx, "provider:claims", info, changes);
  return ignored;
}

/**
 * Ends all that the platform gave a person who is no longer linked to it: memberships of the directory and of claims, also
 * that of a last owner, a role as an operator by claims, and what depends on them.
 * @returns what the platform's audit log records
 */
export async function endPlatformAccess(
  tx: Database,
  userId: string,
  info: RequestInfo,
): Promise<Change[]> {
  const memberships = await listMemberships(tx, userId);
  const ofPlatform = memberships.filter(({ source }) => source !== "local");
  const roles = ofPlatform.map((each) => ({ ...each, role: null, source: "directory" as const }));
  const changes = await setRoles(tx, userId, roles, info);
  return [...changes, ...(await applyOperator(tx, userId, "none"))];
}

const source = "claims" as const;

/** Sorts claims into known roles in tenants that exist and are not closed, and the others. */
async function readRoles(
  tx: Database,
  { companies, organizations }: PersonClaims,
): Promise<{ wanted: TenantRole[]; ignored: string[] }> {
  const named = <Id>(claimed: readonly ClaimedMembership<Id>[] | null) => ({
    in: (claimed ?? []).map(({ id }) => id),
  });
  const select = { id: true } as const;
  const ofCompanies = { id: named(companies), status: { not: "closed" } } as const;
  const openCompanies = await tx.company.findMany({ where: ofCompanies, select });
  const ofOrganizations = { id: named(organizations) };
  const organizationRows = await tx.organization.findMany({ where: ofOrganizations, select });
  const openIds = new Set(openCompanies.map(({ id }) => id));
  const organizationIds = new Set(organizationRows.map(({ id }) => id));
  const wanted: TenantRole[] = [];
  const ignored: string[] = [];
  for (const { id, role } of companies ?? []) {
    if (openIds.has(id) && isCompanyRole(role)) wanted.push({ kind: "company", id, role, source });
    else ignored.push(tenantKey({ kind: "company", id }));
  }
  for (const { id, role } of organizations ?? []) {
    if (organizationIds.has(id) && isOrganizationRole(role))
      wanted.push({ kind: "organization", id, role, source });
    else ignored.push(tenantKey({ kind: "organization", id }));
  }
  return { wanted, ignored };
}

/** Of the roles that a person is to have, and of those that claims no longer name, the ones to set and to end. */
async function rolesToSet(
  tx: Database,
  userId: string,
  { companies, organizations }: PersonClaims,
  wanted: readonly TenantRole[],
): Promise<TenantRole[]> {
  const isRead = { company: companies !== null, organization: organizations !== null };
  if (!isRead.company && !isRead.organization) return [];
  const memberships = await listMemberships(tx, userId);
  const present = new Map(memberships.map((each) => [tenantKey(each), each]));
  const named = new Set(wanted.map(tenantKey));
  const unnamed = memberships.filter((each) => isRead[each.kind] && !named.has(tenantKey(each)));
  const ended = unnamed.map((each) => ({ ...each, role: null, source }));
  return [...ended, ...wanted].filter((each) => {
    const membership = present.get(tenantKey(each));
    if (!membership) return true;
    return membership.role !== each.role && overrides(source, membership.source);
  });
}

/** @returns what the platform's audit log records; organizations record what concerns them */
async function setRoles(
  tx: Database,
  userId: string,
  roles: readonly TenantRole[],
  info: RequestInfo,
): Promise<Change[]> {
  const changedBy = { kind: "user", userId } as const;
  const by = { changedBy, info, revokeSecrets: true };
  const ofCompanies: Change[] = [];
  for (const each of await setMemberships(tx, roles, { userId, by })) {
    const [before, after] = [fieldsOf(each.before), fieldsOf(each.after)];
    const entry = membershipEntry(each, userId, { before, after });
    if (each.kind === "company") ofCompanies.push(entry);
    else await recordChange(tx, { ...changedBy, organizationId: each.id }, info, entry);
  }
  return ofCompanies;
}

function fieldsOf(membership: TenantChange["before"]) {
  return membership && { role: membership.role, source: membership.source };
}

async function applyOperator(
  tx: Database,
  userId: string,
  role: "operator" | "support" | "none",
): Promise<Change[]> {
  const where = { id: userId };
  const select = { operatorSource: true } as const;
  const { operatorSource } = await tx.user.findUniqueOrThrow({ where, select });
  if (operatorSource !== null && operatorSource !== "claims") return [];
  return setOperatorRole(tx, userId, role === "none" ? null : role, "claims");
}

/** A company or organization in the provider's claims that gave the person no access. */
export type IgnoredClaim = { kind: "company" | "organization"; id: string };

/** The claims of this session's sign-in that gave the person no access. */
export const listIgnoredClaims = operation({
  id: "listIgnoredClaims",
  access: signedIn(),
  returns: value<IgnoredClaim[]>(),
  async run({ caller: { session } }) {
    const where = { sessionId: session.sessionId };
    const select = { ignoredClaims: true } as const;
    const row = await db().providerSession.findUnique({ where, select });
    return (row?.ignoredClaims ?? []).map((text) => {
      const [kind = "", id = ""] = text.split(":", 2);
      return { kind: kind === "company" ? "company" : "organization", id };
    });
  },
});
