import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { callProducts } from "@/test/requests/call-products";
import type { RouteAnswer } from "@/test/requests/call-route";
import { exchange, refresh } from "@/test/requests/call-token";
import { countUnrevoked } from "@/test/requests/live-tokens";
import { textOf } from "@/test/requests/read-json";

const AT_ONCE = 50;

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const atOnce = (run: (index: number) => Promise<RouteAnswer>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => run(index)));

const liveTokensOf = async ({ client }: Installation) =>
  (await countUnrevoked(client.clientId)).access;

describe("security 29: 50 parallel redemptions of one code", () => {
  it.each(["online", "offline"] as const)(
    "let one succeed for an %s token, and the replays leave no live token",
    async (kind) => {
      const code = await mintCode(installation);
      const answers = await atOnce(() => exchange(kind, installation, code));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const denied = answers.filter(({ body }) => body.error === "invalid_grant");
      expect(denied).toHaveLength(AT_ONCE - 1);
      const { clientId } = installation.client;
      expect(await db().accessToken.count({ where: { clientId } })).toBe(1);
      expect(await liveTokensOf(installation)).toBe(0);
      const refreshTokens = await db().refreshToken.findMany({ where: { clientId } });
      expect(refreshTokens).toHaveLength(kind === "offline" ? 1 : 0);
      expect((await countUnrevoked(clientId)).refresh).toBe(0);
    },
  );

  it("let one of each kind succeed, and both tokens work", async () => {
    const code = await mintCode(installation);
    const answers = await Promise.all([
      exchange("online", installation, code),
      exchange("offline", installation, code),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await liveTokensOf(installation)).toBe(2);
  });
});

describe("security 40: 50 parallel refreshes of one token", () => {
  it("return only working tokens, and the family does not fork", async () => {
    const code = await mintCode(installation);
    const first = await exchange("offline", installation, code);
    const answers = await atOnce(() => refresh(installation, textOf(first.body.refresh_token)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(AT_ONCE);
    expect(new Set(answers.map(({ body }) => body.refresh_token))).toEqual(
      new Set([first.body.refresh_token]),
    );
    const calls = await atOnce((index) => callProducts(textOf(answers[index]?.body.access_token)));
    expect(calls.every(({ status }) => status === 200)).toBe(true);
    const { clientId } = installation.client;
    expect(await db().refreshToken.count({ where: { clientId } })).toBe(1);
  });
});

describe("security 42: a race with a revocation", () => {
  it("leaves no token from refreshes racing with a replay of their code", async () => {
    const code = await mintCode(installation);
    const { body } = await exchange("offline", installation, code);
    await atOnce((index) =>
      index === 10
        ? exchange("offline", installation, code)
        : refresh(installation, textOf(body.refresh_token)),
    );
    expect(await liveTokensOf(installation)).toBe(0);
  });

  it("leaves no token of the second kind when it races with a replay of the first", async () => {
    const code = await mintCode(installation);
    await exchange("online", installation, code);
    await atOnce((index) => exchange(index === 10 ? "offline" : "online", installation, code));
    expect(await liveTokensOf(installation)).toBe(0);
  });

  it("leaves no token from refreshes racing with the end of the grant", async () => {
    const { body } = await exchange("offline", installation, await mintCode(installation));
    const end = db().grant.update({
      where: { id: installation.grantId },
      data: { revokedAt: new Date(), epoch: { increment: 1 } },
    });
    const [answers] = await Promise.all([
      atOnce(() => refresh(installation, textOf(body.refresh_token))),
      end,
    ]);
    for (const { status, body: answer } of answers) {
      expect([200, 400]).toContain(status);
      if (status === 200)
        expect((await callProducts(textOf(answer.access_token))).status).toBe(401);
    }
  });
});
