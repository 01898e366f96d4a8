import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { mintCode, storedHash } from "@/test/factories/mint-code";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { callProducts } from "@/test/requests/call-products";
import { exchange } from "@/test/requests/call-token";
import { countUnrevoked } from "@/test/requests/live-tokens";
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
  const lateToken = newToken("offline");
  await slow.query(
    `INSERT INTO access_tokens (token_hash, day, kind, client_id, company_id, grant_id, grant_epoch,
       family_hash, scopes, expires_at)
     SELECT $3, day, kind, client_id, company_id, grant_id, grant_epoch, $2, scopes, expires_at
     FROM access_tokens WHERE token_hash = $1`,
    [storedHash(template), storedHash(code), storedHash(lateToken)],
  );

  // The replay does not wait, and tokens stored after it are already revoked.
  expect((await exchange("offline", installation, code)).body.error).toBe("invalid_grant");
  await slow.query("COMMIT");
  expect((await callProducts(lateToken)).body.error).toBe("invalid_token");
  expect((await countUnrevoked(installation.client.clientId)).access).toBe(0);
});
