import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { StreamedFile } from "@/lib/core/http/streamed-responses";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { perform } from "@/lib/operation/perform";
import {
  exportClientCalls,
  exportCompanyCalls,
  exportOrganizationCalls,
} from "@/lib/requests/calls/export-calls";
import { callSchema } from "@/lib/requests/calls/schemas";
import { mintCompany } from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import { mintOperator } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";
import { ago, callsScene, MINUTE_MS, paramsOf } from "@/test/requests/calls-scene";

const { developer, installation } = callsScene();

describe("the export of calls", () => {
  const download = (query: { format: "ndjson" | "csv"; method?: string }): Promise<StreamedFile> =>
    perform(exportClientCalls, {
      params: {
        organization_id: installation().organizationId,
        client_id: installation().client.clientId,
      },
      query,
      info: { ipAddress: "192.0.2.7", requestId: newId(), userAgent: null },
      caller: {
        kind: "user",
        organizationId: installation().organizationId,
        userId: developer().userId,
        role: "developer",
      },
    });

  async function textOf(file: StreamedFile): Promise<string> {
    let text = "";
    for await (const chunk of file.chunks) text += chunk;
    return text;
  }

  it("writes every matching call as one line of JSON, in more batches than one", async () => {
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
      fileName: `calls-${installation().client.clientId}.ndjson`,
    });
    const lines = (await textOf(file)).trimEnd().split("\n");
    const calls = lines.map((line) => callSchema.parse(JSON.parse(line)));
    expect(calls.map(({ request_id }) => request_id)).toEqual(ids);
  });

  it("neutralizes formulas in CSV", async () => {
    await db().client.update({
      where: { clientId: installation().client.clientId },
      data: { name: "=1+1, Ltd" },
    });
    const call = mintCall(installation(), { status: null });
    await flushCalls();
    const [header, line] = (await textOf(await download({ format: "csv" }))).split("\r\n");
    expect(header).toBe(
      "\uFEFFcreated_at,request_id,method,path,status,milliseconds,client_id,client_name,company_id,company_name,organization_id,caller,caller_id,caller_name,scope,denial",
    );
    expect(line).toContain(`,${call.requestId},GET,`);
    expect(line).toContain(`,"'=1+1, Ltd",`);
  });

  it("is in the organization's audit log with its filters: of a client, and of all clients", async () => {
    const { organizationId, client } = installation();
    const query = { format: "csv", denied: "true" } as const;
    for (const operation of [exportClientCalls, exportOrganizationCalls]) {
      const params = paramsOf(installation());
      expect((await callRoute(operation, { params, query, as: developer() })).status).toBe(200);
    }
    const rows = await db().auditRow.findMany({
      where: { organizationId, action: "calls.exported" },
      orderBy: { id: "asc" },
    });
    const entry = {
      actor: `user:${developer().userId}`,
      after: { format: "csv", denied: true },
    };
    expect(rows).toMatchObject([
      { target: `client:${client.clientId}`, ...entry },
      { target: `organization:${organizationId}`, ...entry },
    ]);
  });

  it("of a company is in the platform's audit log, whether a seller or an operator exports", async () => {
    const { companyId, seller } = installation();
    const params = paramsOf(installation());
    const query = { format: "ndjson" };
    const operator = await mintOperator("support");
    for (const as of [seller, operator]) {
      const answer = await callRoute(exportCompanyCalls, { params, query, as });
      expect(answer.status).toBe(200);
    }
    const stranger = (await mintCompany()).seller;
    const denied = await callRoute(exportCompanyCalls, { params, query, as: stranger });
    expect(denied.status).toBe(404);
    const rows = await db().auditRow.findMany({
      where: { organizationId: null, action: "calls.exported", target: `company:${companyId}` },
      orderBy: { id: "asc" },
    });
    expect(rows.map(({ actor }) => actor)).toEqual([
      `user:${seller.userId}`,
      `operator:${operator.userId}`,
    ]);
  });

  it("is rejected for an unknown format", async () => {
    const answer = await callRoute(exportClientCalls, {
      params: paramsOf(installation()),
      query: { format: "json" },
      as: developer(),
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe("format: must be ndjson or csv");
  });
});
