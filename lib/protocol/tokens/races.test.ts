import { describe, expect, it } from "vitest";
import { removeGrant } from "@/lib/consent/grants/revoke-grants";
import { db } from "@/lib/core/db/client";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { REPEATS } from "@/test/process/long-run";
import { introspect, revoke } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import type { RouteAnswer } from "@/test/requests/call-route";
import { exchange, refresh } from "@/test/requests/call-token";
import { countUnrevoked } from "@/test/requests/live-tokens";
import { textOf } from "@/test/requests/read-json";

const AT_ONCE = 50;

const atOnce = (run: (index: number) => Promise<RouteAnswer>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => run(index)));

const isLive = async ({ body }: RouteAnswer) =>
  (await callProducts(textOf(body.access_token))).status === 200;

describe("security 29: 50 parallel redemptions of one code", () => {
  it.each(["online", "offline"] as const)(
    "let one succeed for an %s token, and the replays leave no live token",
    async (kind) => {
      const installation = await mintInstallation();
      const code = await mintCode(installation);
      const answers = await atOnce(() => exchange(kind, installation, code));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      // On a busy machine, a request that has waited for too long is to be sent again.
      const others = answers.filter(({ status }) => status !== 200 && status !== 503);
      expect(others.length).toBeGreaterThan(0);
      for (const { body } of others) expect(body.error).toBe("invalid_grant");
      const { clientId } = installation.client;
      expect(await db().accessToken.count({ where: { clientId } })).toBe(1);
      expect(await db().refreshToken.count({ where: { clientId } })).toBe(
        kind === "offline" ? 1 : 0,
      );
      expect(await countUnrevoked(clientId)).toEqual({ access: 0, refresh: 0 });
    },
  );

  it("let one of each kind succeed, and a replay of the first ends the second", async () => {
    const installation = await mintInstallation();
    const code = await mintCode(installation);
    const answers = await Promise.all([
      exchange("online", installation, code),
      exchange("offline", installation, code),
    ]);
    expect(await Promise.all(answers.map(isLive))).toEqual([true, true]);
    const other = await mintCode(installation);
    await exchange("online", installation, other);
    await atOnce((index) => exchange(index === 10 ? "offline" : "online", installation, other));
    expect(await countUnrevoked(installation.client.clientId)).toEqual({ access: 2, refresh: 1 });
  });
});

describe.each(["none", "confirm_on_use"] as const)(
  "security 40: 50 parallel refreshes of one token (rotation: %s)",
  (refreshRotation) => {
    it("all work, in one family", async () => {
      const installation = await mintInstallation({ refreshRotation });
      const first = await mintRefreshToken(installation);
      const answers = await atOnce(() => refresh(installation, first));
      expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
      expect(await Promise.all(answers.map(isLive))).toEqual(Array(AT_ONCE).fill(true));
      const issued = new Set(answers.map(({ body }) => body.refresh_token));
      expect(issued.size).toBe(refreshRotation === "none" ? 1 : AT_ONCE);
      const { clientId } = installation.client;
      const families = await db().refreshToken.groupBy({ by: "familyId", where: { clientId } });
      expect(families).toHaveLength(1);
      // All of them work, whichever process stores its token last.
      const again = await atOnce((at) =>
        refresh(installation, textOf(answers[at]?.body.refresh_token)),
      );
      expect(again.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    });
  },
);

const ROUNDS = 40 * REPEATS;
/** Rounds with different installations that run in parallel. */
const ABREAST = 5;
const PATIENCE_MS = 120_000 * REPEATS;

type Tokens = { accessToken: string; refreshToken: string };
type Revoker = (of: Installation, tokens: Tokens & { code: string }) => Promise<unknown>;

const revokers: [string, Revoker][] = [
  ["the revocation of the refresh token", ({ client }, t) => revoke(client, t.refreshToken)],
  [
    "the seller's removal",
    ({ client, companyId, seller }) =>
      removeGrant({ companyId, clientId: client.clientId, userId: seller.userId }),
  ],
  ["the replay of the code", (of, { code }) => exchange("offline", of, code)],
];

async function race(round: number, revoker: Revoker): Promise<void> {
  const installation = await mintInstallation({
    refreshRotation: round % 2 === 0 ? "none" : "confirm_on_use",
  });
  const code = await mintCode(installation);
  const first = tokensOf(await exchange("offline", installation, code));
  const answers: RouteAnswer[] = [];
  const refreshing = async () => {
    answers.push(await refresh(installation, first.refreshToken));
  };
  const revoking = async () => {
    await revoker(installation, { ...first, code });
  };
  // The revocation starts first, in between, or last, so the winner differs from round to round.
  const racing = [refreshing, refreshing].toSpliced(round % 3, 0, revoking);
  await Promise.all(racing.map((run) => run()));
  expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
  const issued = [first, ...answers.filter(({ status }) => status === 200).map(tokensOf)];
  await Promise.all(issued.map((tokens) => expectDead(installation, tokens)));
}

function tokensOf({ body }: RouteAnswer): Tokens {
  return { accessToken: textOf(body.access_token), refreshToken: textOf(body.refresh_token) };
}

async function expectDead(installation: Installation, tokens: Tokens): Promise<void> {
  const { client } = installation;
  const [access, successor, call, refreshed] = await Promise.all([
    introspect(client, tokens.accessToken),
    introspect(client, tokens.refreshToken),
    callProducts(tokens.accessToken),
    refresh(installation, tokens.refreshToken),
  ]);
  expect([access.body, successor.body]).toEqual([{ active: false }, { active: false }]);
  expect([call.status, refreshed.body.error]).toEqual([401, "invalid_grant"]);
}

it.each(revokers)(
  `security 42: ${ROUNDS} rounds of refreshes racing %s leave no live token`,
  async (_what, revoker) => {
    for (let round = 0; round < ROUNDS; round += ABREAST) {
      const rounds = Array.from({ length: ABREAST }, (_, index) => race(round + index, revoker));
      await Promise.all(rounds);
    }
  },
  PATIENCE_MS,
);
