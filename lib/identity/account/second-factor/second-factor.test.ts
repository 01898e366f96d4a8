import fc from "fast-check";
import { TOTP } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import {
  plainCode,
  sealFactorSecret,
  stepOfCode,
} from "@/lib/identity/account/second-factor/codes";
import { takeCode } from "@/lib/identity/account/second-factor/second-factor";
import { mintUser } from "@/test/factories/mint";
import { codeOf, mintSecondFactor } from "@/test/factories/mint-second-factor";

// A fixed secret and clock, so that the codes do not depend on chance.
const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const STEP_MS = 30_000;
const START = 1_800_000_000_000;
const codeAt = (step: number) =>
  new TOTP({ secret: SECRET }).generate({ timestamp: START + step * STEP_MS });

/** The same digits in the script whose zero this is. */
const inDigitsOf = (zero: number) => (code: string) =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

let userId: string;
let recoveryCodes: string[];

beforeEach(async () => {
  ({ userId } = await mintUser());
  ({ recoveryCodes } = await mintSecondFactor(userId));
  await db().secondFactor.update({
    where: { userId },
    data: sealFactorSecret(userId, SECRET),
  });
});

const forgetSteps = () => db().secondFactor.update({ where: { userId }, data: { lastStep: null } });
const take = (code: string, step = 0) => takeCode(db(), userId, code, START + step * STEP_MS);

describe("codes of a second factor", () => {
  it("security 56: are accepted at most once each, in any order, and never an older one after a newer", async () => {
    const attempt = fc.record({
      /** How far to advance the clock before it. */
      waits: fc.nat(3),
      /** Which code to send, in steps relative to the current one. */
      offset: fc.integer({ min: -3, max: 3 }),
    });
    const steps = Array.from({ length: 100 }, (_, step) => codeAt(step - 10));
    expect(new Set(steps).size).toBe(steps.length);
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 15 }), async (attempts) => {
        await forgetSteps();
        let clock = 0;
        let last = Number.NEGATIVE_INFINITY;
        for (const { waits, offset } of attempts) {
          clock += waits;
          const step = clock + offset;
          const accepted = Math.abs(offset) <= 1 && step > last;
          expect(await take(codeAt(step), clock)).toBe(accepted ? "code" : null);
          if (accepted) last = step;
        }
      }),
      { numRuns: 60 },
    );
  });

  it("security 56: are accepted once under concurrent requests, and so are recovery codes", async () => {
    const [recoveryCode = ""] = recoveryCodes;
    const [first, second] = await Promise.all(
      [codeAt(0), recoveryCode].map((code) =>
        Promise.all(Array.from({ length: 20 }, () => take(code))),
      ),
    );
    expect([first?.filter(Boolean), second?.filter(Boolean)]).toEqual([
      ["code"],
      ["recovery_code"],
    ]);
  });

  it.each<[string, (code: string) => string]>([
    ["spaces", (code) => code.replace(/(...)/, " $1 ")],
    ["no-break spaces", (code) => code.replace(/(...)/, "\u202f$1\u00a0\u3000")],
    ["dashes", (code) => code.replace(/(..)(..)/, "$1\u2013$2\u2212")],
    ["characters that do not show", (code) => `\u2066\ufeff${[...code].join("\u200b")}\u2069`],
    ["the digits of Arabic", inDigitsOf(0x660)],
    ["the digits of Persian", inDigitsOf(0x6f0)],
    ["the digits of Devanagari", inDigitsOf(0x966)],
    ["the digits of Thai", inDigitsOf(0xe50)],
    ["full-width digits", inDigitsOf(0xff10)],
    ["bold digits", inDigitsOf(0x1d7ce)],
    ["the digits of Adlam", inDigitsOf(0x1e950)],
    ["digits of two scripts", (code) => inDigitsOf(0x660)(code.slice(0, 3)) + code.slice(3)],
  ])("may be typed with %s", async (_what, typed) => {
    expect(await take(typed(codeAt(0)))).toBe("code");
  });

  it("security 56: of recovery work once, in full width, capitals, any digits, and with any dash", async () => {
    const [first = "", second = "", third = ""] = recoveryCodes;
    expect(await take(first.toUpperCase().replaceAll("-", " \u2014 "))).toBe("recovery_code");
    expect(await take(first)).toBeNull();
    expect(await take(second.replace(/\d/g, inDigitsOf(0x6f0)))).toBe("recovery_code");
    const wide = third.replace(/[!-~]/g, (each) =>
      String.fromCharCode(each.charCodeAt(0) + 0xfee0),
    );
    expect(await take(wide)).toBe("recovery_code");
  });

  it("have each digit's value in every numbering system of ICU", () => {
    for (const numberingSystem of Intl.supportedValuesOf("numberingSystem")) {
      const format = new Intl.NumberFormat("en", { numberingSystem, useGrouping: false });
      const digits = Array.from({ length: 10 }, (_, value) => format.format(value));
      if (digits.every((digit) => /^\p{Nd}$/u.test(digit))) {
        expect(plainCode(digits.join("")), numberingSystem).toBe("0123456789");
      }
    }
  });

  it("are rejected when the factor was never confirmed", async () => {
    await db().secondFactor.update({ where: { userId }, data: { confirmedAt: null } });
    expect(await take(codeAt(0))).toBeNull();
    expect(await take(recoveryCodes[0] ?? "")).toBeNull();
  });

  it("are rejected for another person", async () => {
    const otherUser = await mintUser();
    const { secret, recoveryCodes: theirs } = await mintSecondFactor(otherUser.userId);
    expect(await takeCode(db(), userId, codeOf(secret))).toBeNull();
    expect(await take(theirs[0] ?? "")).toBeNull();
  });

  it("are exactly six digits: any other text is rejected without an error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        fc.pre(!/^\d{6}$/.test(plainCode(text)));
        expect(await take(text)).toBeNull();
        expect(stepOfCode(SECRET, text)).toBeNull();
      }),
      { numRuns: 50 },
    );
  });
});

describe("recovery codes", () => {
  it("are ten codes of 80 bits each, stored only as hashes", async () => {
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const rows = await db().recoveryCode.findMany({ where: { userId } });
    expect(rows).toHaveLength(10);
    for (const { codeHash } of rows) expect(codeHash).toHaveLength(32);
  });
});
