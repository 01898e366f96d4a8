import { expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { pool } from "@/lib/core/db/pool";
import { mintScene } from "@/test/factories/mint-scene";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { callProducts } from "@/test/requests/call-products";
import { exchangeAt, mintSceneCode, refreshAt } from "@/test/requests/token-at-scene";

it("storing a code, a token or an event checks no other table", async () => {
  const { rows } = await pool().query(
    `SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY (
       '{authorization_codes, access_tokens, refresh_tokens, authorization_events}'::regclass[])`,
  );
  expect(rows).toEqual([]);
});

// The tables of cases in tokens/ have those without a person, a session, or a secret.
it.each([
  ["client", { clientId: newId() }],
  ["grant", { grantId: newId() }],
])("a code or token is rejected if there is no row of its %s", async (_what, columns) => {
  const scene = await mintScene("company");
  const { installation } = scene;
  for (const kind of ["online", "offline"] as const) {
    const code = await mintSceneCode(scene, columns);
    expect((await exchangeAt(kind, scene, code)).body.error).toBe("invalid_grant");
    const token = await mintAccessToken(installation, kind, columns);
    expect((await callProducts(token)).body.error).toBe("invalid_token");
  }
  const refreshToken = await mintRefreshToken(installation, columns);
  expect((await refreshAt(scene, refreshToken)).body.error).toBe("invalid_grant");
});
