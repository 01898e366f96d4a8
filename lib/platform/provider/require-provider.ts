import { env } from "@/lib/core/env/env";
import type { ProviderSettings } from "@/lib/core/env/provider-settings";
import { ServiceError } from "@/lib/core/errors";

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
