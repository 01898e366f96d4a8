import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { pool } from "@/lib/core/db/pool";
import { rotateRefreshToken } from "@/lib/protocol/tokens/refresh-access-token";
import { aMinuteAgo, storedHash } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { changeClient, mintScene, type Scene } from "@/test/factories/mint-scene";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { untilBlockedBy } from "@/test/process/until-blocked";
import { textOf } from "@/test/requests/read-json";
import { exchangeAt, mintSceneCode, refreshAt } from "@/test/requests/token-at-scene";
import { contextOf } from "@/test/requests/token-context";

let scene: Scene;
let first: string;

beforeEach(async () => {
  scene = await mintScene("company");
  await changeClient({ refreshRotation: "confirm_on_use" })(scene);
  const { body } = await exchangeAt("offline", scene, await mintSceneCode(scene));
  first = textOf(body.refresh_token);
});

/** Refreshes and returns the successor. */
async function succeed(token: string): Promise<string> {
  const { status, body } = await refreshAt(scene, token);
  expect(status).toBe(200);
  return textOf(body.refresh_token);
}

const rowOf = (token: string) =>
  db().refreshToken.findUniqueOrThrow({ where: { tokenHash: storedHash(token) } });
const change = (token: string, data: { expiresAt: Date } | { supersededAt: Date }) =>
  db().refreshToken.update({ where: { tokenHash: storedHash(token) }, data });

describe("a client with refresh token rotation", () => {
  it("can use the old token repeatedly until the first use of a new one, which supersedes the others", async () => {
    const [lostToken, stored] = [await succeed(first), await succeed(first)];
    expect(new Set([first, lostToken, stored]).size).toBe(3);
    const { familyId } = await rowOf(first);
    for (const token of [first, lostToken, stored]) {
      expect(await rowOf(token)).toMatchObject({ familyId, supersededAt: null });
    }
    const earlier = aMinuteAgo();
    await change(first, { supersededAt: earlier });
    const foreign = await mintRefreshToken(scene.installation);
    await succeed(stored);
    const rows = await Promise.all([first, lostToken, stored, foreign].map(rowOf));
    const timestamps = [earlier, expect.any(Date), null, null];
    expect(rows.map(({ supersededAt }) => supersededAt)).toEqual(timestamps);
  });

  it("gets successors with a full refresh token lifetime", async () => {
    await change(first, { expiresAt: new Date(Date.now() + 5_000) });
    const { expiresAt } = await rowOf(await succeed(first));
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 31_000_000_000);
  });

  it("keeps in the successor the scopes that a narrower refresh omitted", async () => {
    const narrow = await refreshAt(scene, first, { scope: "company/orders/read" });
    const wide = await refreshAt(scene, textOf(narrow.body.refresh_token));
    expect(wide.body.scope).toBe(INSTALLED_SCOPES.join());
  });

  it("gets the same one again once rotation is switched off", async () => {
    await changeClient({ refreshRotation: "none" })(scene);
    expect(await succeed(first)).toBe(first);
    const submitted = {
      refreshTokenHash: sha256(first),
      scopes: null,
      codeHash: null,
      codeDay: null,
    };
    const context = contextOf(scene.installation.client, scene.subject);
    const key = tokenKey(newToken("offline"));
    const row = await rotateRefreshToken(context, submitted, key, sha256(newId()));
    expect(row?.scopes).toBeNull();
  });
});

describe("the first use of a token", () => {
  const SIBLINGS = 12;
  const holder = new Client(inject("databaseUrl"));

  beforeAll(() => holder.connect());
  afterAll(() => holder.end());

  it("locks its family in the order of hashes, so that two never deadlock", async () => {
    const familyId = newId();
    const tokens: { token: string; hash: Buffer }[] = [];
    while (tokens.length < SIBLINGS) {
      const token = await mintRefreshToken(scene.installation, { familyId });
      tokens.push({ token, hash: Buffer.from(storedHash(token)) });
    }
    const [lowest, ...others] = tokens.toSorted((a, b) => Buffer.compare(a.hash, b.hash));
    await holder.query("BEGIN");
    const lock = "SELECT FROM refresh_tokens WHERE token_hash = $1 FOR UPDATE";
    await holder.query(lock, [lowest?.hash]);
    const refreshed = refreshAt(scene, others.at(-1)?.token ?? "");
    await untilBlockedBy(holder);
    const { rows } = await pool().query<{ token_hash: Buffer }>(
      "SELECT token_hash FROM refresh_tokens WHERE family_id = $1 FOR UPDATE SKIP LOCKED",
      [familyId],
    );
    await holder.query("ROLLBACK");
    expect((await refreshed).status).toBe(200);
    const unlocked = rows.map(({ token_hash: hash }) => hash.toString("hex")).toSorted();
    expect(unlocked).toEqual(others.map(({ hash }) => hash.toString("hex")));
  });
});
