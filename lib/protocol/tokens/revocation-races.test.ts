import { expect, it } from "vitest";
import { removeGrant } from "@/lib/consent/grants/remove-grant";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { REPEATS } from "@/test/process/long-run";
import { introspect, revoke } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import type { RouteAnswer } from "@/test/requests/call-route";
import { exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

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
