import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { extensionDetails } from "@/lib/protocol/startup/extension-details";
import { type MintedClient, mintSecret } from "@/test/factories/mint";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { takeOwnDatabase } from "@/test/process/own-database";
import { recordStatements } from "@/test/process/record-statements";
import { basic, callToken } from "@/test/requests/call-token";
import { newAddress } from "@/test/requests/own-address";

// Failures that name no client are counted for all networks, and once there are many, they cost more.
takeOwnDatabase();

const ALLOWED = 20;
const MADE_UP = 300;

let installation: Installation;
let here: string;

beforeEach(async () => {
  // Made-up keys may be counted with a known one of the same network.
  here = newAddress();
  installation = await mintInstallation();
});

/** A client's token request from an address, as the server passes the address on. */
const call = (client: MintedClient, address = here) =>
  callToken(
    "online",
    { ...installation, client },
    { form: { grant_type: "client_credentials" }, headers: { "x-client-address": address } },
  );

const guess = (client: MintedClient, address?: string) =>
  call({ ...client, clientSecret: newToken("secret") }, address);

/** Guesses from other addresses of the same network, an IPv6 /64. */
async function guessUntilBlocked(client: MintedClient): Promise<void> {
  for (let attempt = 0; attempt < ALLOWED; attempt += 1) {
    const address = here.replace(/1$/, (attempt + 2).toString(16));
    expect((await guess(client, address)).status).toBe(401);
  }
}

it.each<Record<string, string>>([
  { grant_type: "client_credentials" },
  { grant_type: "refresh_token", refresh_token: newToken("refresh") },
  { grant_type: "authorization_code", code: newToken("code") },
])(
  "security 34: every wrong secret takes the same work, so that timing reveals nothing: %j",
  async (form) => {
    const { client } = installation;
    const { secret, secretId: id } = await mintSecret(client.clientId);
    await db().clientSecret.update({ where: { id }, data: { revokedAt: new Date() } });
    const workOf = (sent: { clientId: string; clientSecret: string }) =>
      recordStatements(async () => {
        const answer = await callToken("offline", installation, {
          form,
          authorization: basic(sent),
        });
        expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
      });
    const clientSecret = newToken("secret");
    const work = await workOf({ ...client, clientSecret });
    expect(work.length).toBeGreaterThan(0);
    expect(await workOf({ clientId: newId(), clientSecret })).toEqual(work);
    expect(await workOf({ ...client, clientSecret: secret })).toEqual(work);
  },
);

describe("security 54: guessing a client's secret", () => {
  it.each(["a client", "an unknown key"])(
    "returns 429 after 20 wrong guesses at %s",
    async (of) => {
      const { client: known } = installation;
      const client = of === "a client" ? known : { ...known, clientId: newId() };
      await guessUntilBlocked(client);
      const answer = await guess(client);
      expect(answer).toMatchObject({ status: 429, body: { error: "too_many_requests" } });
      const seconds = Number(answer.headers.get("retry-after"));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    },
  );

  it("delays no correct secret, no other network and no other client", async () => {
    await guessUntilBlocked(installation.client);
    expect((await call(installation.client)).status).toBe(200);
    expect((await guess(installation.client, newAddress())).status).toBe(401);
    installation = await mintInstallation();
    expect((await call(installation.client)).status).toBe(200);
  });

  it("is limited even concurrently, and counts no correct secret", async () => {
    const { client } = installation;
    const correct = await Promise.all(Array.from({ length: 2 * ALLOWED }, () => call(client)));
    expect(correct.every(({ status }) => status === 200)).toBe(true);
    const answers = await Promise.all(Array.from({ length: 50 }, () => guess(client)));
    expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(ALLOWED);
    expect((await guess(client)).status).toBe(429);
  });

  it("stores at most 256 rows per network for made-up keys", async () => {
    const before = await db().failedAttempt.count();
    const { client } = installation;
    const guessMadeUp = () => guess({ ...client, clientId: newId() });
    for (let n = 0; n < MADE_UP; n += 30)
      await Promise.all(Array.from({ length: 30 }, guessMadeUp));
    expect((await db().failedAttempt.count()) - before).toBeLessThan(MADE_UP);
  });

  it("shares its limit with the startup endpoint", async () => {
    const { client } = installation;
    const ask = async (secret: string) => {
      const url = `${env().baseUrl}/service/panel/partners/v1.0/extensions/details/${client.clientId}`;
      const authorization = basic({ ...client, clientSecret: secret });
      const headers = { authorization, "x-client-address": here };
      return (await extensionDetails(new Request(url, { headers }))).status;
    };
    for (let attempt = 0; attempt < ALLOWED; attempt += 1) {
      expect(await ask(newToken("secret"))).toBe(401);
    }
    expect(await ask(newToken("secret"))).toBe(429);
    expect((await guess(client)).status).toBe(429);
    expect(await ask(client.clientSecret)).toBe(200);
  });
});
