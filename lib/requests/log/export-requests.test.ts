import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { StreamedFile } from "@/lib/core/http/streamed-responses";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { perform } from "@/lib/operation/perform";
import { exportCompanyRequests, exportRequests } from "@/lib/requests/log/export-requests";
import { requestSchema } from "@/lib/requests/log/schemas";
import { mintCompany } from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import { mintOperator } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";
import { ago, callsScene, MINUTE_MS, paramsOf } from "@/test/requests/calls-scene";

const { developer, installation } = callsScene();

describe("the export of requests", () => {
  function download(query: { format: "ndjson" | "csv"; method?: string }): Promise<StreamedFile> {
    const { organizationId, client } = installation();
    const { userId } = developer();
    return perform(exportRequests, {
      params: {},
      query: { ...query, client_id: client.clientId },
      info: { ipAddress: "192.0.2.7", requestId: newId(), userAgent: null },
      caller: { kind: "user", organizationId, userId, role: "developer" },
    });
  }

  async function textOf({ chunks }: StreamedFile): Promise<string> {
    let text = "";
    for await (const chunk of chunks) text += chunk;
    return text;
  }

  it("writes every matching request as one line of JSON, in more batches than one", async () => {
    const newest = ago(MINUTE_MS).getTime();
    const ids = Array.from(
      { length: 450 },
      (_, at) => mintCall(installation(), { startedAt: new Date(newest - at) }).requestId,
    );
    mintCall(installation(), { method: "PUT" });
    await flushCalls();
    const file = await download({ format: "ndjson", method: "GET" });
    expect(file).toMatchObject({
      contentType: "application/x-ndjson",
      fileName: `requests-${installation().organizationId}.ndjson`,
    });
    const lines = (await textOf(file)).trimEnd().split("\n");
    const calls = lines.map((line) => requestSchema.parse(JSON.parse(line)));
    expect(calls.map(({ request_id }) => request_id)).toEqual(ids);
  });

  it("neutralizes formulas in CSV", async () => {
    const { clientId } = installation().client;
    await db().client.update({ where: { clientId }, data: { name: "=1+1, Ltd" } });
    const call = mintCall(installation(), { status: null });
    await flushCalls();
    const [header, line] = (await textOf(await download({ format: "csv" }))).split("\r\n");
    expect(header).toBe(
      "\uFEFFcreated_at,request_id,kind,outcome,code,check,method,path,status,milliseconds,client_id,client_name,company_id,company_name,organization_id,more,caller,caller_id,caller_name,scope",
    );
    expect(line).toContain(`,${call.requestId},call,allowed,,,GET,`);
    expect(line).toContain(`,"'=1+1, Ltd",`);
  });

  // audit-entries.test.ts has the others.
  it("of a company is in the platform's audit log with its filters and its caller", async () => {
    const { companyId, seller } = installation();
    const params = paramsOf(installation());
    const query = { format: "csv", denied: "true" };
    const operator = await mintOperator("support");
    for (const [as, status] of [
      [seller, 200],
      [operator, 200],
      [(await mintCompany()).seller, 404],
    ] as const) {
      expect((await callRoute(exportCompanyRequests, { params, query, as })).status).toBe(status);
    }
    const rows = await db().auditRow.findMany({
      where: { organizationId: null, action: "requests.exported", target: `company:${companyId}` },
      orderBy: { id: "asc" },
    });
    const after = { format: "csv", denied: true };
    expect(rows).toMatchObject([
      { actor: `user:${seller.userId}`, after },
      { actor: `operator:${operator.userId}`, after },
    ]);
  });

  it("is rejected for an unknown format", async () => {
    const params = paramsOf(installation());
    const call = { params, query: { format: "json" }, as: developer() };
    const { status, body } = await callRoute(exportRequests, call);
    expect([status, body.message]).toEqual([400, "format: must be csv or ndjson"]);
  });
});
