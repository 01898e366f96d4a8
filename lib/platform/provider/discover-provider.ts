import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockTolerance,
  enableNonRepudiationChecks,
} from "openid-client";
import { z } from "zod";
import { env } from "@/lib/core/env/env";
import { processState } from "@/lib/core/process/process-state";
import { ProviderFailure, requireProvider } from "@/lib/platform/provider/provider";
import type { ProviderProblem } from "@/lib/platform/provider/values";

/** How long the provider may take for one response, in milliseconds. */
export const PROVIDER_DEADLINE_MS = 3_000;

// Discovery documents and key sets have a few kilobytes.
const MAX_BYTES = 512 * 1024;

/** Reads a JSON document of the provider, within the deadline and without following redirects. */
async function fetchJson(address: string): Promise<unknown> {
  const signal = AbortSignal.timeout(PROVIDER_DEADLINE_MS);
  const failure = (problem: ProviderProblem, what: string) =>
    new ProviderFailure(problem, `${address} ${what}`);
  try {
    const headers = { accept: "application/json" };
    const { ok, status, body } = await fetch(address, { headers, redirect: "manual", signal });
    if (!ok)
      throw failure(status >= 500 ? "provider_down" : "provider_answer", `returned ${status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_BYTES)
        throw failure("provider_answer", `returned more than ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (error instanceof SyntaxError) {
      throw failure("provider_answer", "returned something other than JSON");
    }
    if (signal.aborted) {
      throw failure("provider_slow", `did not respond within ${PROVIDER_DEADLINE_MS} ms`);
    }
    throw failure("provider_down", `cannot be reached: ${reasonOf(error)}`);
  }
}

/** The reason why a connection failed; fetch keeps it in the cause of its error. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  return cause instanceof Error ? cause.message : String(error);
}

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

/** The algorithm of ID tokens: RS256, the default (OpenID Connect Core 15.1), or else another accepted one. */
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

/**
 * Reads the discovery document of the sign-in provider, as the first sign-in would.
 * @returns whether people can sign in as far as the document shows, and one sentence for operators. The client's secret
 * is not sent.
 * @throws ProviderFailure if there is no provider
 */
export async function checkProvider(): Promise<{ isUsable: boolean; summary: string }> {
  const { issuer } = requireProvider();
  try {
    await discoverProvider({ retries: true });
    return { isUsable: true, summary: `discovery read, issuer matches (${issuer})` };
  } catch (thrown) {
    if (!(thrown instanceof ProviderFailure)) throw thrown;
    const summary = `WARNING: no one can sign in at ${issuer} now. ${thrown.message}. Check it with npm run latchkey -- sign-in check.`;
    return { isUsable: false, summary };
  }
}

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
