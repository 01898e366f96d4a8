import fc from "fast-check";
import { TOTP } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { sealFactorSecret } from "@/lib/identity/account/second-factor/factor-secret";
import { takeCode } from "@/lib/identity/account/second-factor/take-code";
import { mintUser } from "@/test/factories/mint";
import { codeOf, mintSecondFactor } from "@/test/factories/mint-second-factor";

// A fixed secret and clock, so that the codes do not depend on chance.
const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const STEP_MS = 30_000;
const START = 1_800_000_000_000;
const codeAt = (step: number) =>
  new TOTP({ secret: SECRET }).generate({ timestamp: START + step * STEP_MS });

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

  it("security 56: are accepted once under concurrent requests", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => take(codeAt(0))));
    expect(answers.filter(Boolean)).toEqual(["code"]);
  });

  it("may be typed with spaces", async () => {
    expect(await take(codeAt(0).replace(/(...)/, "$1 "))).toBe("code");
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
        fc.pre(!/^\d{6}$/.test(text.replace(/[\s-]/g, "")));
        expect(await take(text)).toBeNull();
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

  it("security 56: work once each, ignoring case and dashes", async () => {
    const [first = "", second = ""] = recoveryCodes;
    expect(await take(first)).toBe("recovery_code");
    expect(await take(first)).toBeNull();
    expect(await take(second.toUpperCase().replaceAll("-", " "))).toBe("recovery_code");
  });

  it("are accepted once under concurrent requests", async () => {
    const [code = ""] = recoveryCodes;
    const answers = await Promise.all(Array.from({ length: 20 }, () => take(code)));
    expect(answers.filter(Boolean)).toEqual(["recovery_code"]);
  });
});
