import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { parseEntryId } from "@/lib/requests/log/entry-id-values";
import { mintClient } from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { readerOf } from "@/test/requests/log-reader";

let installation: Installation;
let requestId: string;

beforeEach(async () => {
  installation = await mintInstallation();
  requestId = `deploy-${newId()}`;
});

const at = (secondsAgo: number) => ({ createdAt: new Date(Date.now() - secondsAgo * 1_000) });

const url = "https://shipfast-labs.example/fp/auth";
const byStranger = (columns = {}) =>
  denial("invalid_redirect_uri", {
    ...{ kind: "authorize", check: "redirect_uri_registered", authenticated: false, requestId },
    fix: { kind: "register_redirect_url", url },
    ...columns,
  });
const own = (columns = {}) =>
  denial("invalid_grant", { fix: { kind: "run_authorize_again" }, requestId, ...columns });

describe("a request id that callers chose, which several requests have,", () => {
  const ofOwn = { check: "code_form", authenticated: true, fix: { kind: "run_authorize_again" } };
  const unknown = { check: "client_known", fix: null };

  it.each<[string, () => ReturnType<typeof denial>[], object]>([
    [
      "the client's own, and not a stranger's later one",
      () => [own(at(20)), byStranger(at(10))],
      ofOwn,
    ],
    [
      "the client's own, and not a stranger's earlier one",
      () => [own(at(10)), byStranger(at(20))],
      ofOwn,
    ],
    [
      "a stranger's first",
      () => [byStranger({ ...unknown, ...at(20) }), byStranger(at(10))],
      unknown,
    ],
  ])("security 127: leads to %s", async (_what, events, request) => {
    await mintEvents(installation.client.clientId, events());
    for (const scope of [installation.organizationId, null]) {
      expect(await readerOf(scope).get(requestId)).toMatchObject(request);
    }
  });

  it.each([true, false])(
    "security 127: stays with the client that had it first, even if another authenticates: %s",
    async (authenticated) => {
      const { organizationId, client } = installation;
      const other = await mintClient(organizationId);
      await mintEvents(client.clientId, [own({ authenticated, ...at(20) })]);
      await mintEvents(other.clientId, [own({ check: "code_known", ...at(10) })]);
      for (const scope of [organizationId, null]) {
        const request = await readerOf(scope).get(requestId);
        expect(request.client?.id).toBe(client.clientId);
        expect(request.check).toBe("code_form");
      }
    },
  );

  it("security 127: has an entry for each of them, which opens with its own cause, fix and history", async () => {
    const { organizationId, client, companyId } = installation;
    await mintEvents(client.clientId, [
      own({ companyId, ...at(20) }),
      byStranger({ companyId, ...at(10) }),
      { companyId, requestId, ...at(5) },
    ]);
    const reader = readerOf(organizationId);
    const { items } = await reader.list({ q: requestId });
    expect(new Set(items.map(({ id }) => id)).size).toBe(3);
    for (const { id, check, outcome } of items) {
      const { fix, timeline, ...request } = await reader.get(id);
      expect(request).toMatchObject({ id, check, outcome });
      const isOfStranger = check === "redirect_uri_registered";
      expect(fix?.kind === "register_redirect_url").toBe(isOfStranger);
      const earlier = items.slice(items.findIndex((item) => item.id === id));
      expect(timeline.map((step) => step.id)).toEqual(earlier.map((item) => item.id).toReversed());
    }
  });

  it("security 127: neither hides nor explains a call of another client", async () => {
    const other = await mintInstallation();
    const call = mintCall(installation, { denial: "gate_rule" });
    await flushCalls();
    await mintEvents(installation.client.clientId, [
      byStranger({ requestId: call.requestId, ...at(10) }),
    ]);
    await mintEvents(other.client.clientId, [
      own({ kind: "bearer", requestId: call.requestId, ...at(10) }),
    ]);
    const request = await readerOf(installation.organizationId).get(call.requestId);
    expect(request).toMatchObject({ kind: "call", check: "gate_rule", code: null, fix: null });
    const { items } = await readerOf(other.organizationId).list();
    expect(items).toMatchObject([{ kind: "bearer", request_id: call.requestId }]);
  });
});

describe("an id of the request log", () => {
  it.each(["deploy-1", "6740f1c2a9d34e0b7c51f300", "deploy-1~17", `${"a".repeat(64)}~1`])(
    "has the form of %s",
    (id) => {
      const [requestId, eventId = null] = id.split("~");
      expect(parseEntryId(id)).toEqual({ requestId, eventId });
    },
  );

  it.each([
    ...["export", "live", "figures", "", ".", "..", "short", "a".repeat(65)],
    ...["deploy-1/../export", "deploy-1?x", "deploy-1%2f", "deploy-1 17", "deploy 17"],
    ...["deploy-1~", "deploy-1~0", "deploy-1~1~2", "deploy-1~x", `deploy-1~${"9".repeat(19)}`],
    ...["deploy-1\0", "\0", "deploy-1~1\0", "déploiement"],
  ])("security 129: is not %j", async (id) => {
    expect(parseEntryId(id)).toBeNull();
    const reading = readerOf(installation.organizationId).get(id);
    await expect(reading).rejects.toMatchObject({ code: "not_found" });
  });
});
