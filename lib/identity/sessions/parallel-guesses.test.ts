import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { newRecoveryCodes } from "@/lib/identity/account/second-factor/codes";
import { signIn } from "@/lib/identity/sessions/check-password";
import { readPendingSession } from "@/lib/identity/sessions/pending-session";
import { sessionCookieName, signSessionId } from "@/lib/identity/sessions/session-cookie";
import { MINTED_PASSWORD, mintUser } from "@/test/factories/mint";
import { codeOf, mintSecondFactor } from "@/test/factories/mint-second-factor";
import {
  type GuessingProcesses,
  startGuessingProcesses,
} from "@/test/process/guessing/guess-in-processes";
import type { GuessJob } from "@/test/process/guessing/guess-instance";
import { TEST_VARIABLES } from "@/test/process/test-env";

const GUESSES = 400;
// Two processes, and hashes that are slow by design.
const TIMEOUT_MS = 60_000;
const CODES_PER_SIGN_IN = 5;
const PASSWORDS_PER_ACCOUNT = 10;
const LINKS_PER_NETWORK = 20;

let network = 0;

let processes: GuessingProcesses;

beforeAll(async () => {
  const env = { ...TEST_VARIABLES, DATABASE_URL: inject("databaseUrl") };
  processes = await startGuessingProcesses(env);
}, TIMEOUT_MS);

afterAll(() => processes.end());

/** All from this test's network, in both processes. */
function guess(
  kind: GuessJob["kind"],
  guesses: string[],
  more: Pick<GuessJob, "email" | "cookie"> = {},
) {
  network += 1;
  return processes.guess({ kind, guesses, ipAddress: `2001:db8:61:${network}::1`, ...more });
}

const times = (make: (n: number) => string) => Array.from({ length: GUESSES }, (_, n) => make(n));

async function waitForCode() {
  const person = await mintUser();
  const factor = await mintSecondFactor(person.userId);
  const newSession = await signIn(person.email, MINTED_PASSWORD, {
    ipAddress: null,
    userAgent: null,
  });
  const cookie = `${sessionCookieName()}=${signSessionId(newSession?.sessionId ?? "")}`;
  return { factor, cookie };
}

describe("security 61: 400 concurrent guesses on two processes", { timeout: TIMEOUT_MS }, () => {
  it.each([
    ["second_factor_code", (n: number) => String(100_000 + n)],
    ["recovery_code", () => newRecoveryCodes()[0] ?? ""],
  ] as const)("evaluates five guesses of a %s and ends the sign-in", async (kind, makeCode) => {
    const { factor, cookie } = await waitForCode();
    const right = new Set([-1, 0, 1, 2].map((steps) => codeOf(factor.secret, steps)));
    const wrong = times(makeCode).map((code) => (right.has(code) ? "x" : code));
    const { denied = 0, sign_in_ended = 0, ...counts } = await guess(kind, wrong, { cookie });
    // The others are stopped by the limit or because their sign-in has ended.
    expect([counts, denied + sign_in_ended]).toEqual([
      { evaluated: CODES_PER_SIGN_IN },
      GUESSES - CODES_PER_SIGN_IN,
    ]);
    expect(await readPendingSession(cookie)).toBeNull();
  });

  it("evaluates ten passwords and answers the rest with 429 and Retry-After", async () => {
    const { email } = await mintUser();
    const counts = await guess("password", times(String), { email });
    expect(counts).toEqual({
      evaluated: PASSWORDS_PER_ACCOUNT,
      denied: GUESSES - PASSWORDS_PER_ACCOUNT,
    });
  });

  it.each(["invitation_link", "recovery_link"] as const)(
    "looks up twenty guesses of an %s and answers the rest with 429",
    async (kind) => {
      const counts = await guess(
        kind,
        times(() => newToken("link")),
      );
      expect(counts).toEqual({ evaluated: LINKS_PER_NETWORK, denied: GUESSES - LINKS_PER_NETWORK });
    },
  );
});
