import { describe, expect, it } from "vitest";
import { serviceTokenEndpoint } from "@/lib/clients/service-keys/service-token-endpoint";
import { db } from "@/lib/core/db/client";
import { readKeyCommand, runKeyCommand } from "@/scripts/latchkey/service-key";
import { type MintedServiceKey, mintServiceKey } from "@/test/factories/mint-platform";
import { requestServiceToken } from "@/test/requests/request-service-token";

const TOKEN_URL = "https://accounts.example.com/token";
const run = (...args: string[]) => runKeyCommand(readKeyCommand(args), TOKEN_URL);
const printed = (text: string, field: string) =>
  new RegExp(`^ *${field} +(\\S+)$`, "m").exec(text)?.[1] ?? "";
const getsTokens = async (key: MintedServiceKey) =>
  (await serviceTokenEndpoint(requestServiceToken(key))).status === 200;
const endOf = async (key: MintedServiceKey) => {
  const where = { keyId: key.clientId, lastFour: key.clientSecret.slice(-4) };
  return (await db().serviceKeySecret.findFirstOrThrow({ where })).expiresAt?.getTime() ?? 0;
};

describe("npm run service-key", () => {
  it("creates a key with all scopes but the gate's, and prints where it gets tokens", async () => {
    const text = await run("Backend");
    const key = {
      clientId: printed(text, "client_id"),
      clientSecret: printed(text, "client_secret"),
    };
    expect(await getsTokens(key)).toBe(true);
    expect(printed(text, "token_url")).toBe(TOKEN_URL);
    expect(text).not.toContain("platform/gate");
  });

  it("rotates a key with an overlap of a day, or with the one given", async () => {
    const [first, second] = [
      await mintServiceKey(["platform/log/read"]),
      await mintServiceKey(["platform/log/read"]),
    ];
    const text = await run("--rotate", first.clientId);
    await run("--rotate", second.clientId, "--overlap", "1h");
    expect(await getsTokens({ ...first, clientSecret: printed(text, "client_secret") })).toBe(true);
    expect(text).toContain(`The secret that ends in ${first.clientSecret.slice(-4)} works until `);
    expect((await endOf(first)) - (await endOf(second))).toBeGreaterThan(22 * 3_600_000);
    const rows = await db().auditRow.findMany({
      where: {
        organizationId: null,
        target: `service_key:${first.clientId}`,
        action: "service_key.rotated",
      },
    });
    expect(rows).toMatchObject([{ actor: "operator:shell", after: { overlap_seconds: 86_400 } }]);
  });

  it("revokes a key, and lists keys with their secrets' last characters only", async () => {
    const [live, revoked] = [
      await mintServiceKey(["platform/log/read"]),
      await mintServiceKey(["platform/log/read"]),
    ];
    await run("--revoke", revoked.clientId);
    expect([await getsTokens(live), await getsTokens(revoked)]).toEqual([true, false]);
    const text = await run("--list");
    expect(text).toMatch(new RegExp(`${revoked.clientId}  Minted  platform/log/read  revoked 20`));
    expect(text).toContain(`…${live.clientSecret.slice(-4)}  created 20`);
    expect(text).not.toContain(live.clientSecret);
  });

  it.each(["", "1", "1w", "-1h", "8d", "1.5h", "999999999999h"])(
    "rejects the overlap %j and rotates nothing",
    async (overlap) => {
      const key = await mintServiceKey(["platform/log/read"]);
      const rotation = run("--rotate", key.clientId, `--overlap=${overlap}`);
      await expect(rotation).rejects.toThrow("The overlap must be a number with a unit");
      expect(await db().serviceKeySecret.count({ where: { keyId: key.clientId } })).toBe(1);
    },
  );

  it("says what is wrong with an id, a name, and scopes", async () => {
    const rotation = run("--rotate", "0".repeat(24), "--overlap", "1h");
    await expect(rotation).rejects.toThrow("There is no such service key.");
    const creation = run("n".repeat(121), "platform/everything");
    await expect(creation).rejects.toThrow(/^name .*\nscopes\.0 must be one of/);
  });
});
