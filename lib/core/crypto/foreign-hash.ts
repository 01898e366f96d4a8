import { pbkdf2, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { verify as verifyArgon2 } from "@node-rs/argon2";
import { verify as verifyBcrypt } from "@node-rs/bcrypt";
import { z } from "zod";

/** A hash of a secret that another service stored. */
export type ForeignHash = {
  /** Whether it is the hash of `secret`. Takes up to a second in one of libuv's threads, so call it in the queue for secrets. */
  matches(secret: string): Promise<boolean>;
};

const MAX_LENGTH = 300;
// 16 and 23 bytes in bcrypt's base64, with the unused bits of the last characters zero.
const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{30}[.CGKOSWaeimquy26]$/;
const PHC =
  /^\$(argon2id?|scrypt|pbkdf2-sha256|pbkdf2-sha512)(?:\$v=(?:16|19))?\$([a-z0-9=,]+)\$([A-Za-z0-9+/.]+)\$([A-Za-z0-9+/.]+)$/;

// At these bounds, a check takes about a second and at most 128 MiB.
const bcryptCost = z.object({ cost: integer(4, 14) });
const argon2Parameters = z.object({ m: integer(8, 131_072), t: integer(1, 10), p: integer(1, 16) });
const scryptParameters = z.object({ ln: integer(1, 17), r: integer(1, 32), p: integer(1, 16) });
const pbkdf2Parameters = z.object({ i: integer(1, 2_000_000) });
const byteCounts = z.object({ salt: integer(8, 64), hash: integer(16, 64) });
/** 2^ln × r × p: scrypt needs 128 bytes of memory, or the time to fill them, for each. */
const MAX_SCRYPT_BLOCKS = 2 ** 20;

const scryptKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const pbkdf2Key = promisify(pbkdf2);

class UnusableHash extends Error {}

/** Reads a bcrypt hash, or argon2, scrypt, or PBKDF2 as a PHC string. @returns `problem` if unknown or too costly */
export function readForeignHash(text: string): ForeignHash | { problem: string } {
  try {
    return readHash(text);
  } catch (thrown) {
    if (thrown instanceof UnusableHash) return { problem: thrown.message };
    throw thrown;
  }
}

function readHash(text: string): ForeignHash {
  const cost = BCRYPT.exec(text)?.[1];
  if (cost !== undefined) {
    check(bcryptCost, { cost: String(Number(cost)) });
    return { matches: (secret) => verifyBcrypt(secret, text) };
  }
  const parts = text.length <= MAX_LENGTH ? PHC.exec(text) : null;
  if (!parts) {
    throw new UnusableHash("must be a bcrypt hash, or argon2, scrypt, or PBKDF2 as a PHC string");
  }
  const [, algorithm = "", parameters = "", saltText = "", hashText = ""] = parts;
  const [salt, hash] = [bytesOf(saltText), bytesOf(hashText)];
  check(byteCounts, { salt: String(salt.length), hash: String(hash.length) });
  const values = Object.fromEntries(parameters.split(",").map((pair) => pair.split("=")));
  if (algorithm.startsWith("argon2")) {
    const { m, p } = check(argon2Parameters, values);
    if (m < 8 * p) throw new UnusableHash("must have an m of at least 8 × p");
    return { matches: (secret) => verifyArgon2(text, secret) };
  }
  if (algorithm === "scrypt") {
    const { ln, r, p } = check(scryptParameters, values);
    const N = 2 ** ln;
    if (N * r * p > MAX_SCRYPT_BLOCKS) throw new UnusableHash("must have 2^ln × r × p up to 2^20");
    const options = { N, r, p, maxmem: 256 * MAX_SCRYPT_BLOCKS };
    return ofKey(hash, (secret) => scryptKey(secret, salt, hash.length, options));
  }
  const { i } = check(pbkdf2Parameters, /^\d+$/.test(parameters) ? { i: parameters } : values);
  const digest = algorithm.replace("pbkdf2-", "");
  return ofKey(hash, (secret) => pbkdf2Key(secret, salt, i, hash.length, digest));
}

function ofKey(hash: Buffer, derive: (secret: string) => Promise<Buffer>): ForeignHash {
  return { matches: async (secret) => timingSafeEqual(hash, await derive(secret)) };
}

// passlib writes `.` for `+`. argon2 rejects left-over bits.
function bytesOf(text: string): Buffer {
  const standard = text.replaceAll(".", "+");
  const bytes = Buffer.from(standard, "base64");
  if (bytes.toString("base64").replace(/=+$/, "") === standard) return bytes;
  throw new UnusableHash("must have its salt and hash in base64 without padding");
}

function check<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  const result = schema.safeParse(sent);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new UnusableHash(`cannot be used: ${issue?.path.join()} ${issue?.message}`);
}

function integer(least: number, most: number) {
  const message = `must be from ${least} to ${most}`;
  const digits = z.string(message).regex(/^[1-9]\d*$/, message);
  return digits.transform(Number).pipe(z.number().min(least, message).max(most, message));
}
