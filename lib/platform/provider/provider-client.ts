import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockTolerance,
  enableNonRepudiationChecks,
} from "openid-client";
import { env } from "@/lib/core/env/env";
import {
  PROVIDER_DEADLINE_MS,
  type ProviderMetadata,
  signingAlgorithm,
} from "@/lib/platform/provider/discover-provider";
import { requireProvider } from "@/lib/platform/provider/provider";

/** How far the provider's clock may differ, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 10;

/** The address to which the provider returns the browser, as registered there. */
export function callbackAddress(): URL {
  return new URL("/api/auth/callback/oidc", env().baseUrl);
}

/**
 * Latchkey as a client of the provider, for one sign-in. It shares no keys with others, so a key that the provider has
 * withdrawn is worthless immediately.
 * @throws ProviderFailure provider_settings if the provider signs with no accepted algorithm
 */
export function providerClient(metadata: ProviderMetadata): Configuration {
  const { clientId, clientSecret } = requireProvider();
  const client = {
    id_token_signed_response_alg: signingAlgorithm(metadata),
    [clockTolerance]: CLOCK_TOLERANCE_SECONDS,
  };
  const config = new Configuration(
    metadata,
    clientId,
    client,
    usesBasic(metadata) ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret),
  );
  config.timeout = PROVIDER_DEADLINE_MS / 1000;
  // Without this, openid-client trusts an ID token that came over TLS, whatever its signature.
  enableNonRepudiationChecks(config);
  // The settings allow http only for a provider on this machine.
  if (metadata.issuer.startsWith("http:")) allowInsecureRequests(config);
  return config;
}

function usesBasic({ token_endpoint_auth_methods_supported: supported }: ProviderMetadata) {
  return supported.includes("client_secret_basic") || supported.length === 0;
}
