import { createHash } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { bounds } from "@/lib/clients/values";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import type { CheckName } from "@/lib/core/diagnosis/check-values";
import { revokeCodeAndItsTokens, revokeFamily } from "@/lib/protocol/tokens/revoke-family";
import { aMinuteAgo, mintCode, storedHash } from "@/test/factories/mint-code";
import { mintInstallation } from "@/test/factories/mint-installation";
import { changeClient, mintScene, type Scene } from "@/test/factories/mint-scene";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { recordStatements } from "@/test/process/record-statements";
import { introspect } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import type { RouteAnswer } from "@/test/requests/call-route";
import { exchange } from "@/test/requests/call-token";
import { countUnrevoked } from "@/test/requests/live-tokens";
import { textOf } from "@/test/requests/read-json";
import { exchangeAt, failedChecks, mintSceneCode, refreshAt } from "@/test/requests/token-at-scene";

const KINDS = ["online", "offline"] as const;

let scene: Scene;

beforeEach(async () => {
  scene = await mintScene("company");
});

/** The answers with what was issued, and how to replay what led to them. */
type Chain = { answers: RouteAnswer[]; replay: () => Promise<RouteAnswer> };
type Replay = { check: CheckName; says: string; arrange: () => Promise<Chain> };

const exchangeAgain = (kind: "online" | "offline"): [string, Replay] => [
  `a code exchanged again for an ${kind} token`,
  {
    check: "code_unused",
    says: `was already used for an ${kind} token`,
    arrange: async () => {
      const code = await mintSceneCode(scene);
      const online = await exchangeAt("online", scene, code);
      const offline = await exchangeAt("offline", scene, code);
      const renewed = await refreshAt(scene, textOf(offline.body.refresh_token));
      const replay = () => exchangeAt(kind, scene, code);
      return { answers: [online, offline, renewed], replay };
    },
  },
];

const passGraceOf = (token: string) =>
  db().refreshToken.update({
    where: { tokenHash: storedHash(token) },
    data: { supersededAt: aMinuteAgo() },
  });

/** Rotates a token twice and lets its grace period pass. */
async function replace(token: string): Promise<Chain> {
  await changeClient({ refreshRotation: "confirm_on_use" })(scene);
  const first = await refreshAt(scene, token);
  const second = await refreshAt(scene, textOf(first.body.refresh_token));
  await passGraceOf(token);
  // The replay counts also when the client no longer rotates.
  await changeClient({ refreshRotation: "none" })(scene);
  return { answers: [first, second], replay: () => refreshAt(scene, token) };
}

const ofReplacement = {
  check: "refresh_token_unreplaced",
  says: "was replaced by a newer one",
} as const;

const REPLAYS: [string, Replay][] = [
  ...KINDS.map(exchangeAgain),
  [
    "a replaced refresh token after its grace period",
    {
      ...ofReplacement,
      arrange: async () => {
        const { body } = await exchangeAt("offline", scene, await mintSceneCode(scene));
        return replace(textOf(body.refresh_token));
      },
    },
  ],
  [
    "a replaced refresh token that was imported, after its grace period",
    {
      ...ofReplacement,
      arrange: async () => replace(await mintRefreshToken(scene.installation, { codeHash: null })),
    },
  ],
];

const statusOf = async ({ body }: RouteAnswer) =>
  (await callProducts(textOf(body.access_token))).status;

describe("security 28 and 41: the replay of", () => {
  it.each(REPLAYS)("%s ends every token that it led to, and no other", async (...row) => {
    const [, { check, says, arrange }] = row;
    const { client } = scene.installation;
    const other = await exchangeAt("offline", scene, await mintSceneCode(scene));
    const { answers, replay } = await arrange();
    for (const each of answers) expect(await statusOf(each)).toBe(200);
    const { status, body } = await replay();
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
    expect(body.message).toContain(says);
    for (const each of answers) expect(await statusOf(each)).toBe(401);
    const renewal = textOf(answers.at(-1)?.body.refresh_token);
    expect((await introspect(client, renewal)).body).toEqual({ active: false });
    expect((await refreshAt(scene, renewal)).body.error).toBe("invalid_grant");
    expect(await failedChecks(client.clientId)).toEqual(
      expect.arrayContaining(["grant_live", check]),
    );
    expect(await statusOf(other)).toBe(200);
    expect((await refreshAt(scene, textOf(other.body.refresh_token))).status).toBe(200);
  });

  it.each(KINDS)(
    "a code counts even after its expiry, and for the other kind: %s",
    async (kind) => {
      const code = await mintSceneCode(scene);
      const answer = await exchangeAt(kind, scene, code);
      const expiresAt = aMinuteAgo();
      const expire = (secondUseExpiresAt: Date) =>
        db().authorizationCode.updateMany({
          where: { grantId: scene.grantId },
          data: { expiresAt, secondUseExpiresAt },
        });
      await expire(expiresAt);
      await exchangeAt(kind, scene, code);
      expect(await statusOf(answer)).toBe(401);
      await expire(new Date(Date.now() + 60_000));
      await exchangeAt(kind === "online" ? "offline" : "online", scene, code);
      const { clientId } = scene.installation.client;
      expect(await failedChecks(clientId)).toEqual(["code_unused", "grant_live", "code_unused"]);
    },
  );

  it("a code is authenticated once, so that a deactivation in between cannot hide it", async () => {
    const code = await mintSceneCode(scene);
    await exchangeAt("online", scene, code);
    const sent = await recordStatements(() => exchangeAt("online", scene, code));
    expect(sent.filter((statement) => statement.includes("s.secret_hash IN"))).toHaveLength(1);
  });

  it("a refresh token also ends successors that are being created at the same time", async () => {
    await changeClient({ refreshRotation: "confirm_on_use" })(scene);
    const renew = async (token: string) =>
      textOf((await refreshAt(scene, token)).body.refresh_token);
    for (let round = 0; round < 10; round += 1) {
      const first = await mintRefreshToken(scene.installation);
      const second = await renew(first);
      const third = await renew(second);
      await passGraceOf(first);
      const racing = [third, first, third, second].map((token) => refreshAt(scene, token));
      for (const answer of await Promise.all(racing)) {
        expect([200, 400]).toContain(answer.status);
        if (answer.status === 400) continue;
        expect(await statusOf(answer)).toBe(401);
        const again = await refreshAt(scene, textOf(answer.body.refresh_token));
        expect(again.body.error).toBe("invalid_grant");
      }
    }
  });
});

describe("security 42: a replay during a refresh", () => {
  const slow = new Client(inject("databaseUrl"));

  beforeAll(() => slow.connect());
  afterAll(() => slow.end());

  it("also revokes the token of the refresh", async () => {
    const { installation } = scene;
    const code = await mintSceneCode(scene);
    const { body } = await exchangeAt("offline", scene, code);

    // A refresh in progress: it has locked its refresh token but not committed its access token.
    await slow.query("BEGIN");
    await slow.query("UPDATE refresh_tokens SET last_used_at = now() WHERE token_hash = $1", [
      storedHash(textOf(body.refresh_token)),
    ]);
    const template = await mintAccessToken(installation, "offline", { revokedAt: new Date() });
    const lateToken = newToken("offline");
    await slow.query(
      `INSERT INTO access_tokens (token_hash, day, kind, client_id, company_id, grant_id, grant_epoch,
         family_hash, scopes, expires_at)
       SELECT $3, day, kind, client_id, company_id, grant_id, grant_epoch, $2, scopes, expires_at
       FROM access_tokens WHERE token_hash = $1`,
      [storedHash(template), storedHash(code), storedHash(lateToken)],
    );

    // The replay does not wait, and tokens stored after it are already revoked.
    expect((await exchangeAt("offline", scene, code)).body.error).toBe("invalid_grant");
    await slow.query("COMMIT");
    expect((await callProducts(lateToken)).body.error).toBe("invalid_token");
    expect((await countUnrevoked(installation.client.clientId)).access).toBe(0);
  });
});

const DAY_MS = 86_400_000;
const LONGEST_LIFETIME_MS = 1_827 * DAY_MS;

const endedFamily = (familyHash: Uint8Array<ArrayBuffer>) =>
  db().endedTokenFamily.findUnique({ where: { familyHash } });
const importedFamily = (familyId: string) =>
  endedFamily(new Uint8Array(createHash("sha256").update(familyId).digest()));
const importsEndedAt = async (id: string) =>
  (await db().grant.findUniqueOrThrow({ where: { id } })).importsEndedAt;

it("an imported family stays ended for as long as its own tokens would be valid", async () => {
  const [scene, other] = [await mintScene("company"), await mintScene("company")];
  const { installation, grantId } = scene;
  const familyId = newId();
  for (const [year, of, id] of [
    [2080, installation, familyId],
    [2090, installation, familyId],
    [2095, installation, newId()],
    [2097, other.installation, familyId],
  ] as const) {
    const expiresAt = new Date(`${year}-01-01T00:00:00Z`);
    await mintRefreshToken(of, { codeHash: null, familyId: id, expiresAt });
  }
  await revokeFamily({ codeHash: null, familyId, grantId });
  const expiresAt = new Date(Date.parse("2090-01-01T00:00:00Z") + LONGEST_LIFETIME_MS);
  expect(await importedFamily(familyId)).toMatchObject({ expiresAt });
  expect(await importsEndedAt(grantId)).toBeInstanceOf(Date);
  expect(await importsEndedAt(other.grantId)).toBeNull();
});

it("ending a family again changes nothing about it", async () => {
  const { grantId } = await mintScene("company");
  const familyId = newId();
  const codeHash = Buffer.from(storedHash(newId()));
  const end = async () => {
    await revokeFamily({ codeHash: null, familyId, grantId });
    await revokeCodeAndItsTokens({ codeHash });
    return [await importedFamily(familyId), await endedFamily(new Uint8Array(codeHash))];
  };
  const [imported, ofCode] = await end();
  expect([imported, ofCode]).toEqual([expect.any(Object), expect.any(Object)]);
  expect(await end()).toEqual([imported, ofCode]);
});

it("a family that a code led to ends under the code's hash, and leaves imported tokens alone", async () => {
  const { grantId } = await mintScene("company");
  const familyId = newId();
  const codeHash = Buffer.from(storedHash(newId()));
  await revokeFamily({ codeHash, familyId, grantId });
  expect(await endedFamily(new Uint8Array(codeHash))).not.toBeNull();
  expect(await importedFamily(familyId)).toBeNull();
  expect(await importsEndedAt(grantId)).toBeNull();
});

it("the row of a replayed code's family outlives every token that a refresh could still store", async () => {
  const installation = await mintInstallation();
  const code = await mintCode(installation);
  await exchange("offline", installation, code);
  await exchange("offline", installation, code);
  const { expiresAt } = (await endedFamily(storedHash(code))) ?? {};
  const longest = bounds.refreshTokenLifetime.max * 1000;
  expect(expiresAt?.getTime()).toBeGreaterThan(Date.now() + longest);
});
