import { equalInConstantTime, sha256 } from "@/lib/core/crypto/hash";
import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import { ServiceError } from "@/lib/core/errors";
import { decodePercent } from "@/lib/core/http/decode-percent";
import { isClientId } from "@/lib/core/schemas/id-forms";

/** The credentials that a client sent. The statement decides whether the secret is right. */
export type ClientCredentials = ReturnType<typeof credentialsOf>;

/** `rawSecret`: the secret as received, if decoding changed it. Only hashes of it are passed on. */
export type Pair = { id: string; secret: string; rawSecret?: string };

type SentBody = { client_id?: string | undefined; client_secret?: string | undefined };

/**
 * The client's credentials from the Authorization header (RFC 6749 section 2.3.1), from the body,
 * or from both if they are identical. Every grant type authenticates clients here.
 * @throws ServiceError invalid_client
 */
export function readClientCredentials(authorization: string | null, body: SentBody) {
  return credentialsOf(readPair(authorization, body));
}

/** The same in clear text. @throws ServiceError invalid_client */
export function readPair(authorization: string | null, body: SentBody): Pair {
  const fromHeader = authorization === null ? null : decodeBasic(authorization);
  const fromBody = bodyPair(body);
  if (fromHeader && body.client_id !== undefined && body.client_id !== fromHeader.id)
    throw differ();
  if (fromHeader && fromBody && !isSameSecret(fromHeader, fromBody.secret)) throw differ();
  const pair = fromBody ?? fromHeader;
  if (!pair) throw invalidClient("Send Authorization: Basic with base64 of API_KEY:API_SECRET.");
  if (areSwapped(pair)) {
    throw invalidClient("The API key and the API secret are swapped. Send the API key first.");
  }
  return pair;
}

/** The credentials in a pair of id and secret. @throws ServiceError invalid_client if no client can have this id */
export function credentialsOf({ id, secret, rawSecret }: Pair) {
  if (!isClientId(id)) throw unknownClient();
  const otherSecretHash = rawSecret === undefined ? null : sha256(rawSecret);
  return { clientId: id, secretHash: sha256(secret), otherSecretHash };
}

function isSameSecret({ secret, rawSecret }: Pair, sent: string): boolean {
  const isDecoded = equalInConstantTime(secret, sent);
  return isDecoded || (rawSecret !== undefined && equalInConstantTime(rawSecret, sent));
}

export function areSwapped({ id, secret }: Pair): boolean {
  return isClientId(secret) && isTokenOfKind(id, "secret");
}

/** The error for a wrong pair: the same for an unknown key, a wrong secret and a deleted client. */
export function unknownClient(): ServiceError {
  return invalidClient("The API key and secret do not belong to an active client.");
}

/**
 * Decodes `Basic <base64 of id:secret>`; `Bearer` with the same content is what the Java SDK sends
 * to the startup endpoint. Percent-encoded parts are decoded once (RFC 6749 appendix B). Imported secrets may contain
 * `%` or `+`, and many clients do not encode them, so the secret as received is returned too.
 * @throws ServiceError invalid_client
 */
export function decodeBasic(authorization: string, schemes: readonly string[] = ["basic"]): Pair {
  const [scheme = "", encoded = ""] = authorization.trim().split(/ +/, 2);
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (!schemes.includes(scheme.toLowerCase()) || colon < 1) {
    throw invalidClient("The Authorization header is not Basic with base64 of API_KEY:API_SECRET.");
  }
  const rawSecret = text.slice(colon + 1);
  const secret = formDecode(rawSecret);
  const id = formDecode(text.slice(0, colon));
  return secret === rawSecret ? { id, secret } : { id, secret, rawSecret };
}

// What cannot be decoded was not encoded.
function formDecode(text: string): string {
  return /[%+]/.test(text) ? (decodePercent(text.replaceAll("+", " ")) ?? text) : text;
}

function bodyPair(body: SentBody): Pair | null {
  if (body.client_secret === undefined) return null;
  if (body.client_id === undefined)
    throw invalidClient("The request has client_secret but no client_id.");
  return { id: body.client_id, secret: body.client_secret };
}

function invalidClient(message: string): ServiceError {
  return new ServiceError("invalid_client", message, {
    headers: { "www-authenticate": 'Basic realm="latchkey", charset="UTF-8"' },
    check: "client_authentication",
    fix: { kind: "send_credentials" },
  });
}

function differ(): ServiceError {
  return invalidClient("The Authorization header and the body have different credentials.");
}
