import Session from "@gofynd/fdk-extension-javascript/express/session/session.js";
import SessionStorage from "@gofynd/fdk-extension-javascript/express/session/session_storage.js";

/**
 * The session that holds a company's (or an organization's) offline token.
 * @param {object} extension the SDK's extension object
 * @param {number | string} ownerId company_id or organization_id
 * @returns {Promise<Session | undefined>} undefined if there is none for this extension
 */
export async function loadOfflineSession(extension, ownerId) {
  const options = { cluster: extension.cluster, id: ownerId };
  const session = await SessionStorage.getSession(Session.generateSessionId(false, options));
  return session?.access_token && session.extension_id === extension.api_key ? session : undefined;
}

/**
 * Refreshes the offline token immediately. An expiry in the past makes the SDK do what it otherwise does in the last
 * two minutes of a token: request a new one and save it.
 * @param {object} extension the SDK's extension object
 * @param {Session} session from loadOfflineSession, with a refresh token
 * @returns {Promise<Session>} the session with its new token
 * @throws FDKServerResponseError with the platform's message
 */
export async function refreshOfflineToken(extension, session) {
  session.access_token_validity = 1;
  await extension.getPlatformClient(session.company_id, session);
  return session;
}

/**
 * What may be shown of a token.
 * @param {"offline" | "online"} kind
 * @param {Session} session
 * @returns {{kind: string, masked: string, expires_at: string, scope: string[],
 *   user: string | null, refreshable: boolean}} expires_at in ISO 8601, scope as asked for
 */
export function describeToken(kind, session) {
  return {
    kind,
    masked: `${session.access_token.slice(0, 4)}…${session.access_token.slice(-4)}`,
    expires_at: new Date(session.access_token_validity).toISOString(),
    scope: session.scope,
    user: nameOf(session.current_user),
    refreshable: Boolean(session.refresh_token),
  };
}

function nameOf(user) {
  if (!user) return null;
  return [user.first_name, user.last_name].filter(Boolean).join(" ") || user.username || null;
}
