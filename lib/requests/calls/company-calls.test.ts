import { describe, expect, it } from "vitest";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { listCompanyCalls } from "@/lib/requests/calls/list-calls";
import { callListSchema } from "@/lib/requests/calls/schemas";
import { type MintedUser, mintCompany, mintCompanyMember } from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";
import { callsScene, paramsOf } from "@/test/requests/calls-scene";

const { developer, installation } = callsScene();

describe("the calls for a company", () => {
  const ask = (as: MintedUser | string, query: Record<string, string> = {}) =>
    callRoute(listCompanyCalls, { params: paramsOf(installation()), query, as });

  it("are listed for its people, operators and service keys with platform/log/read", async () => {
    const call = mintCall(installation());
    mintCall({ ...installation(), ...(await mintCompany()) });
    await flushCalls();
    const readers = [
      await mintCompanyMember(installation().companyId, "staff"),
      await mintOperator("support"),
      await mintServiceToken(["platform/log/read"]),
    ];
    for (const reader of readers) {
      const { items } = callListSchema.parse((await ask(reader)).body);
      expect(items.map(({ request_id }) => request_id)).toEqual([call.requestId]);
    }
  });

  it("can be narrowed to one extension", async () => {
    const otherInstallation = await mintInstallation();
    const call = mintCall({ ...otherInstallation, companyId: installation().companyId });
    mintCall(installation());
    await flushCalls();
    const { items } = callListSchema.parse(
      (await ask(installation().seller, { client_id: otherInstallation.client.clientId })).body,
    );
    expect(items.map(({ request_id }) => request_id)).toEqual([call.requestId]);
  });

  it("are hidden from everyone else", async () => {
    const stranger = await mintCompany();
    expect((await ask(stranger.seller)).status).toBe(404);
    expect((await ask(developer())).status).toBe(404);
    expect((await ask(await mintServiceToken(["platform/directory/read"]))).status).toBe(403);
    const signedOut = await callRoute(listCompanyCalls, {
      params: paramsOf(installation()),
    });
    expect(signedOut.status).toBe(401);
  });
});
