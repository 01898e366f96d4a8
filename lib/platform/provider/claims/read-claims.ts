import { z } from "zod";
import type { ProviderSettings } from "@/lib/core/env/provider-settings";
import { toPlainLine } from "@/lib/core/schemas/plain-text";
import { ProviderFailure } from "@/lib/platform/provider/provider-failure";
import type { ClaimFault, ClaimKind } from "@/lib/platform/provider/values";

/** A company or organization that a claim names, with the role there as the provider writes it. */
export type ClaimedMembership<Id> = { id: Id; role: string };

/** The claims of an ID token about a person; a list is null if this installation does not read it. */
export type PersonClaims = {
  /** Null if the provider sent none, or not an address. */
  email: string | null;
  /** Whether the provider says that it has verified the address. */
  isEmailVerified: boolean;
  firstName: string | null;
  lastName: string | null;
  companies: ClaimedMembership<number>[] | null;
  organizations: ClaimedMembership<string>[] | null;
  /** `none` for a person who is not an operator; null if this installation does not ask. */
  operatorRole: "operator" | "support" | "none" | null;
};

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

/**
 * Reads the claims that Latchkey uses.
 * @throws ProviderFailure provider_claims for a list that is malformed, too long, or names something twice
 */
export function readClaims(claims: Claims, settings: ProviderSettings): PersonClaims {
  const { companiesClaim, organizationsClaim, operatorsClaim } = settings;
  const email = emailSchema.safeParse(claims.email);
  return {
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

/** A name without control and direction characters; null if there is none that shows something. */
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
