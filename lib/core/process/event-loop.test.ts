import { randomBytes } from "node:crypto";
import { hash as hashByBcrypt } from "@node-rs/bcrypt";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { readForeignHash } from "@/lib/core/crypto/foreign-hash";
import { hashPassword, verifyPassword } from "@/lib/core/crypto/passwords";
import { encodeImage } from "@/lib/core/images/encode-image";

/** Turns of the event loop that begin while work is in progress. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

const salt = randomBytes(16).toString("base64").replace(/=+$/, "");
const digest = randomBytes(32).toString("base64").replace(/=+$/, "");

/** Checks a secret against an imported hash. */
async function checkImported(text: string): Promise<void> {
  const imported = readForeignHash(text);
  if ("problem" in imported) throw new Error(imported.problem);
  expect(await imported.matches("a wrong secret")).toBe(false);
}

describe("security 123: other requests are answered", () => {
  let passwordHash: string;
  let photo: Buffer;

  beforeAll(async () => {
    passwordHash = await hashPassword("a password that is long");
    const raw = { width: 1500, height: 1500, channels: 3 as const };
    photo = await sharp(randomBytes(1500 * 1500 * 3), { raw })
      .jpeg()
      .toBuffer();
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a password is hashed", () => hashPassword("another password")],
    ["a password is checked", () => verifyPassword(passwordHash, "a wrong password")],
    ["a bcrypt hash is checked", async () => checkImported(await hashByBcrypt("a secret", 8))],
    ["a scrypt hash is checked", () => checkImported(`$scrypt$ln=15,r=8,p=1$${salt}$${digest}`)],
    ["a PBKDF2 hash is checked", () => checkImported(`$pbkdf2-sha256$i=200000$${salt}$${digest}`)],
    ["an image is encoded", () => encodeImage(photo)],
  ])("while %s", async (_, work) => {
    expect(await countTurns(work)).toBeGreaterThan(2);
  });
});
