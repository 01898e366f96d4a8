import { env } from "@/lib/core/env";
import { ServiceError } from "@/lib/core/errors";
import type { ProviderSettings } from "@/lib/core/provider-settings";

/**
 * The settings of the provider.
 * @throws ServiceError not_found if this installation has none
 */
export function requireProvider(): ProviderSettings {
  const { provider } = env();
  if (provider) return provider;
  throw new ServiceError(
    "not_found",
    "This installation has no sign-in provider. Set OIDC_ISSUER.",
  );
}
