import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { newToken } from "@/lib/kernel/crypto/tokens";
import { withoutDay } from "@/test/factories/change-day";
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
  const late = withoutDay(newToken("offline"));
  await slow.query(
    `INSERT INTO access_tokens (token_hash, kind, client_id, company_id, grant_id, grant_epoch,
       family_hash, scopes, expires_at)
     SELECT $3, kind, client_id, company_id, grant_id, grant_epoch, $2, scopes, expires_at
     FROM access_tokens WHERE token_hash = $1`,
    [storedHash(template), storedHash(code), storedHash(late)],
  );

  // The replay does not wait, and tokens stored after it are already revoked.
  expect((await exchange("offline", installation, code)).body.error).toBe("invalid_grant");
  await slow.query("COMMIT");
  expect((await callProducts(late)).body.error).toBe("invalid_token");
  expect((await countUnrevoked(installation.client.clientId)).access).toBe(0);
});

const setRevoked = async (table: string, code: string) => {
  await slow.query(`UPDATE ${table} SET revoked_at = now() WHERE code_hash = $1`, [
    storedHash(code),
  ]);
};

it.each(["online", "offline"] as const)(
  "a server of the previous version revokes a family with its %s token, which a newer server issued",
  async (kind) => {
    const installation = await mintInstallation();
    const code = await mintCode(installation);
    const { body } = await exchange(kind, installation, code);
    const token = textOf(body.access_token);
    expect((await callProducts(token)).status).toBe(200);
    for (const table of ["authorization_codes", "refresh_tokens", "access_tokens"]) {
      await setRevoked(table, code);
    }
    expect((await callProducts(token)).body.error).toBe("invalid_token");
  },
);

it("a server of the previous version that erases a person leaves the company its offline token", async () => {
  const installation = await mintInstallation();
  const code = await mintCode(installation);
  const { body } = await exchange("offline", installation, code);
  await setRevoked("authorization_codes", code);
  expect((await callProducts(textOf(body.access_token))).status).toBe(200);
});
