import type { ProviderSettings } from "@/lib/core/provider-settings";

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
