import { crc32 } from "node:zlib";
import { sha256 } from "@/lib/core/crypto/hash";
import { randomText } from "@/lib/core/crypto/ids";
import { databaseNow } from "@/lib/core/db/database-time";

/** The prefix and name identify a token to people and secret scanners. Dated ones encode the day of their issue. */
const KINDS = {
  offline: { prefix: "lko_", name: "an access token", isDated: true },
  online: { prefix: "lkn_", name: "an online access token", isDated: true },
  client_credentials: { prefix: "lko_", name: "an access token", isDated: true },
  refresh: { prefix: "lkr_", name: "a refresh token", isDated: false },
  code: { prefix: "lkc_", name: "an authorization code", isDated: true },
  secret: { prefix: "lks_", name: "an API secret", isDated: false },
  link: { prefix: "lkl_", name: "the token of a link", isDated: false },
  service: { prefix: "lkp_", name: "an access token of a service key", isDated: false },
};

/** The kinds of token. */
export type TokenKind = keyof typeof KINDS;
export const TOKEN_KINDS = Object.keys(KINDS) as TokenKind[];

const PREFIX_LENGTH = 4;
const RANDOM_BYTES = 32;
const RANDOM_LENGTH = 43;
const DAY_LENGTH = 3;
const CHECKSUM_LENGTH = 6;
const TOKEN = /^lk(?:[rslp]_[A-Za-z0-9_-]{49}|[onc]_[A-Za-z0-9_-]{52})$/;
const DATED_TOKEN = /^lk[onc]_[A-Za-z0-9_-]{52}$/;

/**
 * Makes a new token: the prefix of its kind, 256 random bits (43 characters), the day for dated kinds (3 characters),
 * and a CRC-32 of all that (6 characters), which reveals truncated or mistyped tokens without a database lookup.
 */
export function newToken(kind: TokenKind): string {
  const { prefix, isDated } = KINDS[kind];
  const random = prefix + randomText(RANDOM_BYTES, "base64url");
  const body = isDated ? random + encodeDay(today()) : random;
  return body + checksum(body);
}

/** Whether `text` is a complete token: a known prefix, the right length and a matching checksum. */
export function isWellFormedToken(text: string): boolean {
  if (!TOKEN.test(text)) return false;
  const end = text.length - CHECKSUM_LENGTH;
  return checksum(text.slice(0, end)) === text.slice(end);
}

/**
 * The day (UTC, in days since 1970) that a token encodes, which names the partition it is stored in (ADR 44). 0 for a
 * token that encodes none, and for a day on which no token that is still stored was issued.
 */
export function dayOfToken(text: string): number {
  if (!DATED_TOKEN.test(text)) return 0;
  const start = PREFIX_LENGTH + RANDOM_LENGTH;
  const day = decodeDay(text.slice(start, start + DAY_LENGTH));
  const age = today() - day;
  return age >= -1 && age <= LONGEST_STORED_DAYS ? day : 0;
}

/** For how many days after its day a dated token can be found, which limits the settings of retention. */
export const LONGEST_STORED_DAYS = 60;

/** A dated token expires on its day or the next: it lives for at most a day (`lib/clients/field-values.ts`). */
export const DAYS_TO_EXPIRY = 1;

const DAY_MS = 86_400_000;

/** The current day (UTC) by the database's clock, in days since 1970. */
export function today(): number {
  return Math.floor(databaseNow() / DAY_MS);
}

// 18 bits, which last until 2687: the upper bits of three bytes, whose fourth character is always "A".
function encodeDay(day: number): string {
  const bytes = Buffer.allocUnsafe(3);
  bytes.writeUIntBE(day * 64, 0, 3);
  return bytes.toString("base64url").slice(0, DAY_LENGTH);
}

function decodeDay(text: string): number {
  return Buffer.from(`${text}A`, "base64url").readUIntBE(0, 3) / 64;
}

const NAMES = new Map(Object.values(KINDS).map(({ prefix, name }) => [prefix, name]));

/** Names the kind of token by its prefix, with an article, even if incomplete; null if it is not a Latchkey token. */
export function nameToken(text: string): string | null {
  return NAMES.get(text.slice(0, PREFIX_LENGTH)) ?? null;
}

export function isTokenOfKind(text: string, kind: TokenKind): boolean {
  return text.startsWith(KINDS[kind].prefix) && isWellFormedToken(text);
}

function checksum(body: string): string {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString("base64url");
}

/** Under which an access token is stored: its hash and the day that it encodes, 0 for none. */
export type TokenKey = { tokenHash: Buffer; tokenDay: number };

export function tokenKey(token: string): TokenKey {
  return { tokenHash: sha256(token), tokenDay: dayOfToken(token) };
}
