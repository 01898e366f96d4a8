import { equalInConstantTime, sha256 } from "@/lib/kernel/crypto/hash";
import { isId } from "@/lib/kernel/crypto/ids";
import { isTokenOfKind } from "@/lib/kernel/crypto/tokens";
import { ServiceError } from "@/lib/kernel/errors";

/** What a client sent. The statement decides whether the secret is right. */
export type ClientCredentials = { clientId: string; secretHash: Buffer };

type Pair = { id: string; secret: string };

/**
 * The client's credentials from the Authorization header (RFC 6749 section 2.3.1), from the body,
 * or from both if they are identical. Every grant type authenticates clients here.
 * @throws ServiceError invalid_client
 */
export function readClientCredentials(
  authorization: string | null,
  body: { client_id?: string | undefined; client_secret?: string | undefined },
): ClientCredentials {
  const fromHeader = authorization === null ? null : decodeBasic(authorization);
  const fromBody = bodyPair(body);
  if (fromHeader && body.client_id !== undefined && body.client_id !== fromHeader.id)
    throw differ();
  if (fromHeader && fromBody && !equalInConstantTime(fromHeader.secret, fromBody.secret))
    throw differ();
  const pair = fromHeader ?? fromBody;
  if (!pair) throw invalidClient("Send Authorization: Basic with base64 of API_KEY:API_SECRET.");
  if (areSwapped(pair)) {
    throw invalidClient("The API key and the API secret are swapped. Send the API key first.");
  }
  if (!isId(pair.id)) throw unknownClient();
  return { clientId: pair.id, secretHash: sha256(pair.secret) };
}

/** Whether the API key and the secret were swapped. */
export function areSwapped({ id, secret }: Pair): boolean {
  return isId(secret) && isTokenOfKind(id, "secret");
}

/** The error for a wrong pair: the same for an unknown key, a wrong secret and a deleted client. */
export function unknownClient(): ServiceError {
  return invalidClient("The API key and secret do not belong to an active client.");
}

/**
 * Decodes `Basic <base64 of id:secret>`; `Bearer` with the same content is what the Java SDK sends
 * to the start-up endpoint. Percent-encoded parts are decoded once (RFC 6749 appendix B).
 * @throws ServiceError invalid_client
 */
export function decodeBasic(authorization: string, schemes: readonly string[] = ["basic"]): Pair {
  const [scheme = "", encoded = ""] = authorization.trim().split(/ +/, 2);
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (!schemes.includes(scheme.toLowerCase()) || colon < 1) {
    throw invalidClient("The Authorization header is not Basic with base64 of API_KEY:API_SECRET.");
  }
  return { id: percentDecode(text.slice(0, colon)), secret: percentDecode(text.slice(colon + 1)) };
}

// Our ids and secrets hold no character that encoding changes, so a failed decoding is a wrong pair.
function percentDecode(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw invalidClient("The credentials are not percent-encoded correctly.", cause);
  }
}

function bodyPair(body: {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}): Pair | null {
  if (body.client_secret === undefined) return null;
  if (body.client_id === undefined)
    throw invalidClient("The request has client_secret but no client_id.");
  return { id: body.client_id, secret: body.client_secret };
}

const CHALLENGE = { "www-authenticate": 'Basic realm="latchkey", charset="UTF-8"' };

function invalidClient(message: string, cause?: unknown): ServiceError {
  return new ServiceError("invalid_client", message, {
    headers: CHALLENGE,
    cause,
    check: "client_authentication",
    fix: { kind: "send_credentials" },
  });
}

function differ(): ServiceError {
  return invalidClient("The Authorization header and the body have different credentials.");
}
