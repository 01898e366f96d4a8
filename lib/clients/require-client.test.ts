import { beforeEach, expect, it } from "vitest";
import { openClient } from "@/lib/clients/require-client";
import { newId } from "@/lib/core/crypto/ids";
import { mintClient, mintOrganization } from "@/test/factories/mint";

const info = { requestId: newId(), ipAddress: null, userAgent: null };
let organizationId: string;
let clientId: string;

beforeEach(async () => {
  ({ organizationId } = await mintOrganization());
  ({ clientId } = await mintClient(organizationId));
});

const member = (of: string) =>
  ({ kind: "user", organizationId: of, userId: newId(), role: "developer" }) as const;

it("a client's page has the client and its masked secrets, in its own organization only", async () => {
  const opened = await openClient(member(organizationId), clientId, info);
  expect(opened).toMatchObject({ client: { client_id: clientId }, secrets: [{}] });
  expect(await openClient(member(organizationId), newId(), info)).toBeNull();
  expect(await openClient(member(newId()), clientId, info)).toBeNull();
});

it("a client's page is forbidden for a caller who may not read clients, rather than missing", async () => {
  const bearer = { clientId: newId(), scopes: [] };
  const opening = openClient({ ...member(organizationId), through: bearer }, clientId, info);
  await expect(opening).rejects.toMatchObject({ code: "insufficient_scope" });
});
