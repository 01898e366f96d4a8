import { z } from "zod";
import { processState } from "@/lib/core/process/process-state";
import { fetchJson } from "@/lib/platform/provider/fetch-json";
import { ProviderFailure } from "@/lib/platform/provider/provider-failure";
import { requireProvider } from "@/lib/platform/provider/require-provider";

/** What Latchkey needs of the provider's discovery document (OpenID Connect Discovery section 3). */
export type ProviderMetadata = z.output<typeof metadataSchema>;

// Short, so that an outage is noticed before a browser is sent to a provider that does not respond.
const FRESH_MS = 60_000;
// So that a slow provider delays one silent request at a time, not all of them.
const FAILURE_MS = 5_000;

const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  end_session_endpoint: z.url().optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).default(["RS256"]),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(["client_secret_basic"]),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
});

type Discovery = {
  issuer: string;
  until: number;
  hasFailed: boolean;
  found: Promise<ProviderMetadata>;
};

/**
 * The provider's metadata, at most a minute old. Requests that come at the same time share an attempt.
 * @param options `retries`: asks again although an attempt has just failed, for a person who asked to sign in
 * @throws ProviderFailure if the provider is down, slow, or responds with something else
 */
export function discoverProvider({ retries = false } = {}): Promise<ProviderMetadata> {
  const { issuer } = requireProvider();
  const cache = processState("provider-discovery", (): { current?: Discovery } => ({}));
  const { current } = cache;
  const isUsable = current?.issuer === issuer && current.until > Date.now();
  if (isUsable && !(retries && current.hasFailed)) return current.found;
  const until = Number.POSITIVE_INFINITY;
  const discovery: Discovery = { issuer, until, hasFailed: false, found: discover(issuer) };
  cache.current = discovery;
  const keepFor = (ms: number, hasFailed: boolean) => () => {
    discovery.until = Date.now() + ms;
    discovery.hasFailed = hasFailed;
  };
  discovery.found.then(keepFor(FRESH_MS, false), keepFor(FAILURE_MS, true));
  return discovery.found;
}

async function discover(issuer: string): Promise<ProviderMetadata> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const parsed = metadataSchema.safeParse(await fetchJson(address));
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join(".") ?? "";
    throw new ProviderFailure("provider_answer", `${address} has no valid ${path}`);
  }
  if (parsed.data.issuer !== issuer) {
    const message = `the issuer is ${parsed.data.issuer}. Set OIDC_ISSUER=${parsed.data.issuer}`;
    throw new ProviderFailure("provider_settings", message);
  }
  return parsed.data;
}

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
