import { openSecret } from "@/lib/core/crypto/secret-box";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/log";
import { discoverProvider } from "@/lib/platform/provider/discover-provider";
import { SIGNED_OUT_PATH } from "@/lib/platform/provider/logout/signed-out";
import { ProviderFailure } from "@/lib/platform/provider/provider-failure";
import { findProviderSession } from "@/lib/platform/provider/repository";

type StoredToken = NonNullable<Awaited<ReturnType<typeof findProviderSession>>>;

/**
 * Where a browser signs out at the provider (OpenID Connect RP-Initiated Logout 1.0 section 2).
 * @returns null for a session that was not opened there, and if the provider does not respond or has no such address
 */
export async function providerLogoutAddress(
  sessionId: string,
  requestId: string,
): Promise<string | null> {
  const { baseUrl, provider } = env();
  const session = provider ? await findProviderSession(sessionId) : null;
  const endpoint = session && (await endSessionEndpoint(requestId));
  if (!provider || !session || !endpoint) return null;
  const address = new URL(endpoint);
  const idToken = openIdToken(session);
  if (idToken) address.searchParams.set("id_token_hint", idToken);
  address.searchParams.set("client_id", provider.clientId);
  address.searchParams.set("post_logout_redirect_uri", baseUrl + SIGNED_OUT_PATH);
  return address.href;
}

// Signing out here works without the provider.
async function endSessionEndpoint(requestId: string): Promise<string | null> {
  try {
    const { end_session_endpoint: endpoint } = await discoverProvider();
    return endpoint ?? null;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const fields = { problem: error.problem, reason: error.message, request_id: requestId };
    log().warn(fields, "signed out here only");
    return null;
  }
}

/** Null if the provider's token was too long to keep, or its key is gone. */
function openIdToken({ id, encrypted, encryptionKeyId }: StoredToken): string | null {
  const { encryptionKeys } = env();
  if (!encrypted || !encryptionKeys.some((key) => key.id === encryptionKeyId)) return null;
  const box = { keyId: encryptionKeyId ?? "", sealed: encrypted };
  return openSecret(encryptionKeys, box, `id-token:${id}`);
}
