import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { pool } from "@/lib/core/db/pool";
import { storedHash } from "@/test/factories/mint-code";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { untilBlockedBy } from "@/test/process/until-blocked";
import { refresh } from "@/test/requests/call-token";

const holder = new Client(inject("databaseUrl"));

beforeAll(() => holder.connect());
afterAll(() => holder.end());

const SIBLINGS = 12;

const isUnlocked = `
  SELECT token_hash FROM refresh_tokens WHERE family_id = $1 FOR UPDATE SKIP LOCKED`;

it("the first use of a token locks its family in the order of hashes, so that two never deadlock", async () => {
  const installation = await mintInstallation({ refreshRotation: "confirm_on_use" });
  const familyId = newId();
  const tokens: { token: string; hash: Buffer }[] = [];
  while (tokens.length < SIBLINGS) {
    const token = await mintRefreshToken(installation, { familyId });
    tokens.push({ token, hash: Buffer.from(storedHash(token)) });
  }
  const [lowest, ...others] = tokens.toSorted((a, b) => Buffer.compare(a.hash, b.hash));
  await holder.query("BEGIN");
  await holder.query("SELECT FROM refresh_tokens WHERE token_hash = $1 FOR UPDATE", [lowest?.hash]);
  const refreshed = refresh(installation, others.at(-1)?.token ?? "");
  await untilBlockedBy(holder);
  const { rows } = await pool().query<{ token_hash: Buffer }>(isUnlocked, [familyId]);
  await holder.query("ROLLBACK");
  expect((await refreshed).status).toBe(200);
  const unlocked = rows.map(({ token_hash: hash }) => hash.toString("hex")).toSorted();
  expect(unlocked).toEqual(others.map(({ hash }) => hash.toString("hex")));
});
