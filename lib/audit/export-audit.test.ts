import { beforeEach, describe, expect, it } from "vitest";
import { GET } from "@/lib/api/route";
import { exportAudit } from "@/lib/audit/export-audit";
import { type AuditEntry, auditExportSchema } from "@/lib/audit/schemas";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import {
  browserHeaders,
  type MintedOrganization,
  type MintedUser,
  mintOrganization,
} from "@/test/factories/mint";
import { mintAuditRows } from "@/test/factories/mint-audit";

let organization: MintedOrganization;

beforeEach(async () => {
  organization = await mintOrganization();
});

function write(changes: Parameters<typeof mintAuditRows>[2]) {
  return mintAuditRows(organization.organizationId, organization.owner.userId, changes);
}

async function download(query: string, as: MintedUser = organization.owner): Promise<Response> {
  const params = { organization_id: organization.organizationId };
  const path = exportAudit.path.replace("{organization_id}", params.organization_id);
  const request = new Request(`${env().baseUrl}${path}?${query}`, { headers: browserHeaders(as) });
  return GET(request);
}

describe("GET audit/export", () => {
  it("exports every matching entry as a file, newest first", async () => {
    await write([{ action: "client.created" }, {}, { action: "client.created" }]);
    const answer = await download("format=json&action=client.created");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="audit-${organization.organizationId}.json"`,
    );
    const { items } = auditExportSchema.parse(await answer.json());
    expect(items.map(({ action }) => action)).toEqual(["client.created", "client.created"]);
    expect(Number(items[0]?.id)).toBeGreaterThan(Number(items[1]?.id));
  });

  it("writes one CSV line per entry and neutralizes formulas in cells", async () => {
    await write([
      { target: "=1+1", after: { name: 'Say "hi", please' }, requestId: "@SUM(A1)" },
      { target: "+1", requestId: "-1" },
    ]);
    const answer = await download("format=csv");
    expect(answer.headers.get("content-type")).toMatch(/^text\/csv; charset=utf-8/);
    const lines = (await answer.text()).split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(
      "id,created_at,action,target,target_name,actor,actor_name,actor_email,ip_address,request_id,before,after,previous_hash,hash",
    );
    expect(lines[1]).toContain(",'+1,");
    expect(lines[1]).toContain(",'-1,");
    expect(lines[2]).toContain(",'=1+1,");
    expect(lines[2]).toContain(",'@SUM(A1),");
    expect(lines[2]).toContain(`,"{""name"":""Say \\""hi\\"", please""}",`);
    expect(lines[3]).toBe("");
  });

  it("exports more entries than one batch holds, each exactly once, and none added during the export", async () => {
    await db().$executeRaw`
      INSERT INTO audit_rows (organization_id, actor, action, target, request_id)
      SELECT ${organization.organizationId}, 'user:x', 'client.updated', 'client:' || n, 'request'
      FROM generate_series(1, 1203) AS n`;
    const answer = await download("");
    await write([{ target: "client:late" }]);
    const { items } = auditExportSchema.parse(await answer.json());
    expect(items).toHaveLength(1203);
    expect(new Set(items.map(({ id }: AuditEntry) => id)).size).toBe(1203);
    expect(items[0]?.target).toBe("client:1203");
  });

  it("returns an empty file in the requested format when nothing matches", async () => {
    expect(await (await download("action=none")).json()).toEqual({ items: [] });
    expect((await (await download("action=none&format=csv")).text()).split("\r\n")).toHaveLength(2);
  });

  it("writes an audit row with the filter", async () => {
    await (await download("format=csv&action=client.created")).text();
    const rows = await db().auditRow.findMany({
      where: { organizationId: organization.organizationId },
      select: { action: true, target: true, actor: true, after: true },
    });
    expect(rows).toEqual([
      {
        action: "audit.exported",
        target: `organization:${organization.organizationId}`,
        actor: `user:${organization.owner.userId}`,
        after: { format: "csv", action: "client.created" },
      },
    ]);
  });
});
