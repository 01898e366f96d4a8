import { crc32 } from "node:zlib";

const RANDOM_END = 47;
const CHECKSUM_LENGTH = 6;

/** The same token with another day, in days since 1970. */
export function withDay(token: string, day: number): string {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntBE(day * 64, 0, 3);
  return withChecksum(token.slice(0, RANDOM_END) + bytes.toString("base64url").slice(0, 3));
}

function withChecksum(body: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return body + bytes.toString("base64url").slice(0, CHECKSUM_LENGTH);
}
