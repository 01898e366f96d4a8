import { crc32 } from "node:zlib";
import { randomText } from "@/lib/kernel/crypto/random";

/** The kinds of token. The prefix identifies the kind to people and secret scanners. */
export type TokenKind =
  | "offline"
  | "online"
  | "client_credentials"
  | "refresh"
  | "code"
  | "secret"
  | "link"
  | "service";

const PREFIXES: Record<TokenKind, string> = {
  offline: "lko_",
  online: "lkn_",
  client_credentials: "lko_",
  refresh: "lkr_",
  code: "lkc_",
  secret: "lks_",
  link: "lkl_",
  service: "lkp_",
};

const PREFIX_LENGTH = 4;
const RANDOM_BYTES = 32;
const RANDOM_LENGTH = 43;
const TOKEN = /^lk[oncrslp]_[A-Za-z0-9_-]{49}$/;

/**
 * Makes a new token: the prefix of its kind, 256 random bits (43 characters) and a CRC-32 of both (6 characters), which
 * reveals truncated or mistyped tokens without a database lookup.
 */
export function newToken(kind: TokenKind): string {
  const body = PREFIXES[kind] + randomText(RANDOM_BYTES, "base64url");
  return body + checksum(body);
}

/** Whether `text` is a complete token: a known prefix, the right length and a matching checksum. */
export function isWellFormedToken(text: string): boolean {
  if (!TOKEN.test(text)) return false;
  const end = PREFIX_LENGTH + RANDOM_LENGTH;
  return checksum(text.slice(0, end)) === text.slice(end);
}

const NAMES: Readonly<Record<string, string>> = {
  lko_: "an access token",
  lkn_: "an online access token",
  lkr_: "a refresh token",
  lkc_: "an authorization code",
  lks_: "an API secret",
  lkl_: "the token of a link",
  lkp_: "an access token of a service key",
};

/** Names the kind of token by its prefix, with an article, even if incomplete; null if it is not a Latchkey token. */
export function nameToken(text: string): string | null {
  return NAMES[text.slice(0, PREFIX_LENGTH)] ?? null;
}

/** Whether `text` is a complete token of this kind. */
export function isTokenOfKind(text: string, kind: TokenKind): boolean {
  return text.startsWith(PREFIXES[kind]) && isWellFormedToken(text);
}

function checksum(body: string): string {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString("base64url");
}
