import { expect, it } from "vitest";
import { lockAnyClient, lockClient } from "@/lib/clients/repository";
import { rotateSecret } from "@/lib/clients/secrets/secrets";
import { transaction } from "@/lib/core/db/client";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { perform } from "@/lib/operation/perform";
import { mintMember } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import { mintInstallation } from "@/test/factories/mint-installation";
import { exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

it.each([
  ["a change or a rotation", lockClient],
  ["a deletion or a restoration", lockAnyClient],
])("tokens are issued while %s of their client is in progress", async (_what, lock) => {
  const installation = await mintInstallation();
  const { organizationId, client } = installation;
  const issuedTokens = await exchange("offline", installation, await mintCode(installation));
  const answer = await transaction(async (tx) => {
    await lock(tx, organizationId, client.clientId);
    return refresh(installation, textOf(issuedTokens.body.refresh_token));
  });
  expect(answer.status).toBe(200);
});

const ROUNDS = 30;

it("a client's first token and a rotation of its secret never deadlock", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const installation = await mintInstallation();
    const { organizationId, client } = installation;
    const { userId } = await mintMember(organizationId, "owner");
    const code = await mintCode(installation);
    const [issued, rotated] = await Promise.all([
      exchange("offline", installation, code),
      perform(rotateSecret, {
        params: { organization_id: organizationId, client_id: client.clientId },
        body: { overlap_seconds: 3600 },
        caller: { kind: "user", organizationId, userId, role: "owner" },
        info: readRequestInfo(new Headers()),
      }),
    ]);
    expect(issued.status).toBe(200);
    expect(rotated.body.secret).toMatch(/^lks_/);
  }
});
