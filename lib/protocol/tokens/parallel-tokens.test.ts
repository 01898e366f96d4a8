import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { mintCode } from "@/test/factories/mint-code";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
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
