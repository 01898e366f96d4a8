import { hash as hashBcrypt } from "@node-rs/bcrypt";
import { describe, expect, it } from "vitest";
import { type ForeignHash, readForeignHash } from "@/lib/core/crypto/foreign-hash";

const base64 = (text: string, encoding: "hex" | "utf8" = "utf8") =>
  Buffer.from(text, encoding).toString("base64").replace(/=+$/, "");

const DERIVED = {
  password: "passwordPASSWORDpassword",
  salt: base64("saltSALTsaltSALTsaltSALTsaltSALTsalt"),
  sha256: base64(
    "348c89dbcbd32b2f32d814b8116e84cf2b17347ebc1800181c4e2a1fb8dd53e1c635518c7dac47e9",
    "hex",
  ),
  sha512: base64(
    "8c0511f4c6e597c6ac6315d8f0362e225f3c501495ba23b868c005174dc4ee71115b59f9e60cd9532fa33e0f75aefe30225c583a186cd82bd4daea9724a3d3b8",
    "hex",
  ),
};
const BCRYPT = "CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const SCRYPT = `${base64("SodiumChloride")}$${base64("7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887", "hex")}`;
const ARGON2 = "c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";

/** Vectors of crypt_blowfish, of argon2's and RFC 7914's authors, and of PBKDF2 with longer keys. */
const vectors: [name: string, hash: string, secret: string][] = [
  ["bcrypt 2a", `$2a$05$${BCRYPT}`, "U*U"],
  ["bcrypt 2b", `$2b$05$${BCRYPT}`, "U*U"],
  ["bcrypt 2y", `$2y$05$${BCRYPT}`, "U*U"],
  ["argon2id", `$argon2id$v=19$m=65536,t=2,p=1$${ARGON2}`, "password"],
  [
    "argon2i",
    "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA",
    "password",
  ],
  ["scrypt", `$scrypt$ln=14,r=8,p=1$${SCRYPT}`, "pleaseletmein"],
  [
    "PBKDF2 as Hydra writes it",
    `$pbkdf2-sha256$i=4096,l=40$${DERIVED.salt}$${DERIVED.sha256}`,
    DERIVED.password,
  ],
  [
    "PBKDF2 as passlib writes it",
    `$pbkdf2-sha512$4096$${DERIVED.salt}$${DERIVED.sha512.replaceAll("+", ".")}`,
    DERIVED.password,
  ],
];

function read(text: string): ForeignHash {
  const hash = readForeignHash(text);
  if ("problem" in hash) throw new Error(hash.problem);
  return hash;
}

const problemOf = (text: string) => {
  const hash = readForeignHash(text);
  return "problem" in hash ? hash.problem : null;
};

describe("a hash of another service", () => {
  it.each(vectors)("matches only its secret: %s", async (_name, text, secret) => {
    expect(await read(text).matches(secret)).toBe(true);
    for (const other of [`${secret}x`, secret.slice(1), "", text]) {
      expect(await read(text).matches(other)).toBe(false);
    }
  });

  it("matches the first 72 bytes of a longer secret, as bcrypt does everywhere", async () => {
    const secret = "é".repeat(40);
    const { matches } = read(await hashBcrypt(secret, 4));
    expect(await matches(secret)).toBe(true);
    expect(await matches(secret.slice(0, 35))).toBe(false);
  });

  it.each([
    [`$2b$03$${BCRYPT}`, "cost must be from 4 to 14"],
    [`$2b$15$${BCRYPT}`, "cost must be from 4 to 14"],
    [`$argon2id$v=19$m=131073,t=2,p=1$${ARGON2}`, "m must be from 8 to 131072"],
    [`$argon2id$v=19$m=65536,t=11,p=1$${ARGON2}`, "t must be from 1 to 10"],
    [`$argon2id$v=19$m=65536,t=2,p=17$${ARGON2}`, "p must be from 1 to 16"],
    [`$argon2id$v=19$m=9,t=2,p=2$${ARGON2}`, "at least 8 × p"],
    [`$argon2id$v=19$m=65536,t=2$${ARGON2}`, "p must be from 1 to 16"],
    [`$scrypt$ln=18,r=8,p=1$${SCRYPT}`, "ln must be from 1 to 17"],
    [`$scrypt$ln=17,r=8,p=2$${SCRYPT}`, "2^ln × r × p up to 2^20"],
    [`$pbkdf2-sha256$2000001$${DERIVED.salt}$${DERIVED.sha256}`, "i must be from 1 to 2000000"],
    [`$pbkdf2-sha256$i=1e9$${DERIVED.salt}$${DERIVED.sha256}`, "i must be from 1 to 2000000"],
    [`$pbkdf2-sha256$4096$${DERIVED.salt}$AAAA`, "hash must be from 16 to 64"],
    [`$pbkdf2-sha256$4096$AAAA$${DERIVED.sha256}`, "salt must be from 8 to 64"],
    ["$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHR$CTFhFdXPJO1a", "base64 without padding"],
    [`$2x$05$${BCRYPT}`, "must be a bcrypt hash"],
    [`$2b$05$${BCRYPT.replace(".E", "DE")}`, "must be a bcrypt hash"],
    [`$argon2d$v=19$m=65536,t=2,p=1$${ARGON2}`, "must be a bcrypt hash"],
    [`$pbkdf2-sha1$4096$${DERIVED.salt}$${DERIVED.sha256}`, "must be a bcrypt hash"],
    [`$scrypt$${"ln=14,".repeat(50)}$${SCRYPT}`, "must be a bcrypt hash"],
    ["a secret", "must be a bcrypt hash"],
    ["", "must be a bcrypt hash"],
  ])("is rejected with the reason if it is malformed or costs too much: %s", (text, problem) => {
    expect(problemOf(text)).toContain(problem);
  });
});
