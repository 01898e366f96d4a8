import { expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { mintSecret } from "@/test/factories/mint";
import { mintInstallation } from "@/test/factories/mint-installation";
import { takeOwnDatabase } from "@/test/process/own-database";
import { recordStatements } from "@/test/process/record-statements";
import { callToken } from "@/test/requests/call-token";

// Errors that name no client are counted for the whole installation, and once there are many, they cost more.
takeOwnDatabase();

const pair = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

it.each([
  ["client_credentials", {}],
  ["refresh_token", { refresh_token: newToken("refresh") }],
  ["authorization_code", { code: newToken("code") }],
])(
  "security 34: does the same work for every error, so that timing reveals nothing: %s",
  async (grantType, more) => {
    const installation = await mintInstallation();
    const { client } = installation;
    const revoked = await mintSecret(client.clientId);
    await db().clientSecret.update({
      where: { id: revoked.secretId },
      data: { revokedAt: new Date() },
    });
    const workOf = (authorization: string) =>
      recordStatements(async () => {
        const json = { grant_type: grantType, ...more };
        const { status, body } = await callToken("offline", installation, { json, authorization });
        expect([status, body.error]).toEqual([401, "invalid_client"]);
      });
    const wrong = await workOf(pair(client.clientId, newToken("secret")));
    expect(wrong.length).toBeGreaterThan(0);
    for (const authorization of [
      pair(newId(), newToken("secret")),
      pair(client.clientId, revoked.secret),
    ]) {
      expect(await workOf(authorization)).toEqual(wrong);
    }
  },
);
