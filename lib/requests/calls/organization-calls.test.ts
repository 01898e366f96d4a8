import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { exportClientCalls, exportOrganizationCalls } from "@/lib/requests/calls/export-calls";
import { listClientCalls, listOrganizationCalls } from "@/lib/requests/calls/list-calls";
import { type MintedUser, mintClient, mintManagementToken } from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import { mintInstallation } from "@/test/factories/mint-installation";
import { callRoute } from "@/test/requests/call-route";
import { ago, callsScene, MINUTE_MS, paramsOf } from "@/test/requests/calls-scene";

const { developer, installation, list } = callsScene();

describe("the calls of all clients of an organization", () => {
  it("are merged by time, can be narrowed to one client and include deleted clients", async () => {
    const other = { ...installation(), client: await mintClient(installation().organizationId) };
    const calls = [installation(), other, installation(), other].map((of, at) =>
      mintCall(of, { startedAt: ago((10 - at) * MINUTE_MS) }),
    );
    mintCall(await mintInstallation());
    await db().client.update({
      where: { clientId: other.client.clientId },
      data: { isActive: false, deletedAt: new Date() },
    });
    const newestFirst = calls.map(({ requestId }) => requestId).toReversed();
    const all = await list({}, listOrganizationCalls);
    expect(all.ids).toEqual(newestFirst);
    const { clientId } = other.client;
    const one = await list({ client_id: clientId }, listOrganizationCalls);
    expect(one.ids).toEqual([newestFirst[0], newestFirst[2]]);
    const first = await list({ limit: "3" }, listOrganizationCalls);
    const second = await list({ limit: "3", cursor: first.nextId }, listOrganizationCalls);
    expect([...first.ids, ...second.ids]).toEqual(newestFirst);
  });
});

describe("the calls of a suspended organization", () => {
  it("are denied to its tokens, and still shown to its people, who need them to find out why", async () => {
    const { organizationId } = installation();
    const { token } = await mintManagementToken(organizationId, ["organization/clients/read"]);
    const operations = [
      listClientCalls,
      listOrganizationCalls,
      exportClientCalls,
      exportOrganizationCalls,
    ];
    const statusesFor = async (as: MintedUser | string) => {
      const params = paramsOf(installation());
      const answers = operations.map((operation) => callRoute(operation, { params, as }));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await statusesFor(token)).toEqual([200, 200, 200, 200]);
    await db().organization.update({
      where: { id: organizationId },
      data: { status: "suspended" },
    });
    expect(await statusesFor(token)).toEqual([401, 401, 401, 401]);
    expect(await statusesFor(developer())).toEqual([200, 200, 200, 200]);
  });
});
