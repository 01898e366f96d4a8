import { expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { pool } from "@/lib/core/db/pool";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import { cleanUp } from "@/lib/server/maintenance/clean-up";
import type { MintedUser } from "@/test/factories/mint";
import { aMinuteAgo, mintCode, storedHash } from "@/test/factories/mint-code";
import { mintExtension, mintInstallation } from "@/test/factories/mint-installation";
import { changeClient, mintScene, mintSession } from "@/test/factories/mint-scene";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { introspect } from "@/test/requests/call-administration";
import { addressAfterAllow, pressConsent, requestConsent } from "@/test/requests/call-consent";
import { callProducts } from "@/test/requests/call-products";
import { exchange } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";
import { exchangeAt, mintSceneCode, refreshAt } from "@/test/requests/token-at-scene";

const signOut = ({ userId }: MintedUser) =>
  db().userSession.updateMany({ where: { userId }, data: { endedAt: new Date() } });

it("security 62: an online token ends with the session in which consent was given", async () => {
  const extension = await mintExtension();
  const id = await requestConsent(extension);
  const address = await addressAfterAllow(await pressConsent(id, extension.seller));
  const code = address.searchParams.get("code") ?? "";
  const token = textOf((await exchange("online", extension, code)).body.access_token);
  expect((await callProducts(token)).status).toBe(200);
  await signOut(extension.seller);
  expect((await callProducts(token)).body.message).toMatch(/signed out/);
});

it("security 62: the clean-up of sessions neither ends nor revives an online token", async () => {
  const installation = await mintInstallation();
  const launch = async (sessionId: string) => {
    const code = await mintCode(installation, { sessionId });
    return textOf((await exchange("online", installation, code)).body.access_token);
  };
  const id = readSessionId(installation.seller.cookie) ?? "";
  const endedToken = await launch(id);
  await signOut(installation.seller);
  const otherId = await mintSession(installation.seller.userId);
  const token = await launch(otherId);
  await db().userSession.update({ where: { id: otherId }, data: { expiresAt: aMinuteAgo() } });
  await cleanUp(new AbortController().signal);
  expect((await callProducts(token)).status).toBe(200);
  expect((await callProducts(endedToken)).status).toBe(401);
  await db().userSession.deleteMany({ where: { id } });
  expect((await callProducts(endedToken)).body.message).toMatch(/signed out/);
  expect((await introspect(installation.client, endedToken)).body).toEqual({ active: false });
});

it("storing a code, a token or an event checks no other table", async () => {
  const { rows } = await pool().query(
    `SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY (
       '{authorization_codes, access_tokens, refresh_tokens, authorization_events}'::regclass[])`,
  );
  expect(rows).toEqual([]);
});

it("using a refresh token changes no indexed column, so no index is written", async () => {
  const { rows } = await pool().query<{ column: string }>(
    `SELECT DISTINCT attname AS column FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
     WHERE indrelid = 'refresh_tokens'::regclass ORDER BY attname`,
  );
  expect(rows.map(({ column }) => column)).toEqual(["family_id", "grant_id", "token_hash"]);
});

// The tables of cases have those without a person, a session, or a secret.
it.each([
  ["client", { clientId: newId() }],
  ["grant", { grantId: newId() }],
])("a code or token is rejected if there is no row of its %s", async (_what, columns) => {
  const scene = await mintScene("company");
  for (const kind of ["online", "offline"] as const) {
    const code = await mintSceneCode(scene, columns);
    expect((await exchangeAt(kind, scene, code)).body.error).toBe("invalid_grant");
    const token = await mintAccessToken(scene.installation, kind, columns);
    expect((await callProducts(token)).body.error).toBe("invalid_token");
  }
  const refreshToken = await mintRefreshToken(scene.installation, columns);
  expect((await refreshAt(scene, refreshToken)).body.error).toBe("invalid_grant");
});

it("a token stored without its client's epoch gets the current one", async () => {
  const scene = await mintScene("company");
  await changeClient({ tokenEpoch: 3 })(scene);
  const token = await mintAccessToken(scene.installation, "offline");
  const where = { tokenHash: storedHash(token) };
  expect((await db().accessToken.findFirstOrThrow({ where })).clientEpoch).toBe(3);
});
