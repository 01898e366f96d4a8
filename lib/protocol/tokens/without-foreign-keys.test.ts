import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { pool } from "@/lib/core/db/pool";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { introspect } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import { exchange, refresh } from "@/test/requests/call-token";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

it("storing a code, a token or an event checks no other table", async () => {
  const { rows } = await pool().query(
    `SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY (
       '{authorization_codes, access_tokens, refresh_tokens, authorization_events}'::regclass[])`,
  );
  expect(rows).toEqual([]);
});

describe("an access token is rejected and inactive if there is no row", () => {
  it.each([
    ["of its grant", "offline", () => ({ grantId: newId() })],
    ["of its client", "offline", () => ({ clientId: newId() })],
    ["of its person", "online", () => ({ userId: newId() })],
    ["of its session", "online", () => ({ sessionId: newId() })],
    [
      "of its secret",
      "offline",
      () => ({ kind: "client_credentials" as const, secretId: newId() }),
    ],
  ] as const)("%s", async (_what, kind, columns) => {
    const token = await mintAccessToken(installation, kind, columns());
    expect((await callProducts(token)).body.error).toBe("invalid_token");
    expect((await introspect(installation.client, token)).body).toEqual({ active: false });
  });
});

describe("a refresh token is rejected and inactive if there is no row", () => {
  it.each([
    ["of its grant", () => ({ grantId: newId() })],
    ["of its client", () => ({ clientId: newId() })],
  ])("%s", async (_what, columns) => {
    const token = await mintRefreshToken(installation, columns());
    expect((await refresh(installation, token)).body.error).toBe("invalid_grant");
    expect((await introspect(installation.client, token)).body).toEqual({ active: false });
  });
});

describe("a code is rejected if there is no row", () => {
  it.each([
    ["of its grant", () => ({ grantId: newId() })],
    ["of its client", () => ({ clientId: newId() })],
    ["of its person", () => ({ userId: newId() })],
  ])("%s", async (_what, columns) => {
    for (const kind of ["online", "offline"] as const) {
      const code = await mintCode(installation, columns());
      expect((await exchange(kind, installation, code)).body.error).toBe("invalid_grant");
    }
  });
});
