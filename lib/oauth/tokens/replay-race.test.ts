import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { db } from "@/lib/kernel/db/client";
import { mintCode, storedHash } from "@/test/factories/mint-code";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { untilBlockedBy } from "@/test/process/until-blocked";
import { exchange } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

const slow = new Client(inject("databaseUrl"));

beforeAll(() => slow.connect());
afterAll(() => slow.end());

it("security 42: a replay also revokes the token of a refresh already in progress", async () => {
  const installation = await mintInstallation();
  const code = await mintCode(installation);
  const { body } = await exchange("offline", installation, code);

  // A refresh in progress: it has locked its refresh token but not committed its access token.
  await slow.query("BEGIN");
  await slow.query("UPDATE refresh_tokens SET last_used_at = now() WHERE token_hash = $1", [
    storedHash(textOf(body.refresh_token)),
  ]);
  const template = await mintAccessToken(installation, "offline", { revokedAt: new Date() });
  await slow.query(
    `INSERT INTO access_tokens (token_hash, kind, client_id, company_id, grant_id, grant_epoch,
       code_hash, scopes, expires_at)
     SELECT sha256(token_hash), kind, client_id, company_id, grant_id, grant_epoch, $2, scopes,
       expires_at FROM access_tokens WHERE token_hash = $1`,
    [storedHash(template), storedHash(code)],
  );

  const replay = exchange("offline", installation, code);
  await untilBlockedBy(slow);
  await slow.query("COMMIT");
  expect((await replay).body.error).toBe("invalid_grant");

  const { clientId } = installation.client;
  expect(await db().accessToken.count({ where: { clientId, revokedAt: null } })).toBe(0);
});
