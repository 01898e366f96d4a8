import type { ProviderMetadata } from "@/lib/platform/provider/discover-provider";
import { ProviderFailure } from "@/lib/platform/provider/provider-failure";

// Asymmetric algorithms only: with the others, anyone who knows the client's secret could sign a token.
const ACCEPTED = /^(RS|PS|ES)(256|384|512)$|^EdDSA$/;

/**
 * The algorithm that signs ID tokens: RS256, which is every provider's default (OpenID Connect Core section 15.1), or
 * else the first accepted one of a provider that does not support it.
 * @throws ProviderFailure provider_settings if the provider supports none
 */
export function signingAlgorithm(metadata: ProviderMetadata): string {
  const accepted = acceptedAlgorithms(metadata);
  const algorithm = accepted.includes("RS256") ? "RS256" : accepted[0];
  if (algorithm) return algorithm;
  throw new ProviderFailure("provider_settings", "the provider signs with no accepted algorithm");
}

/** The provider's signing algorithms that Latchkey accepts. */
export function acceptedAlgorithms({
  id_token_signing_alg_values_supported: supported,
}: ProviderMetadata): string[] {
  return supported.filter((algorithm) => ACCEPTED.test(algorithm));
}
