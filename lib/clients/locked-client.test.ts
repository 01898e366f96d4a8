import { expect, it } from "vitest";
import { exchange, refresh } from "@/e2e/support/call-token";
import { mintCode } from "@/e2e/support/mint-code";
import { mintInstallation } from "@/e2e/support/mint-installation";
import { textOf } from "@/e2e/support/read-json";
import { lockAnyClient, lockClient } from "@/lib/clients/repository";
import { transaction } from "@/lib/db/client";

it.each([
  ["a change or a rotation", lockClient],
  ["a deletion or a restoration", lockAnyClient],
])("tokens are issued while %s of their client is not done yet", async (_what, lock) => {
  const installation = await mintInstallation();
  const { organizationId, client } = installation;
  const issued = await exchange("offline", installation, await mintCode(installation));
  const answer = await transaction(async (tx) => {
    await lock(tx, organizationId, client.clientId);
    return refresh(installation, textOf(issued.body.refresh_token));
  });
  expect(answer.status).toBe(200);
});
