import { describe, expect, it } from "vitest";
import { GET } from "@/lib/api/route";
import { exportAudit } from "@/lib/audit/read-audit";
import { type AuditEntry, auditExportSchema } from "@/lib/audit/schemas";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { browserHeaders } from "@/test/factories/mint";
import { mintAuditRows } from "@/test/factories/mint-audit";
import { organizationScene } from "@/test/requests/client-scene";

const { id, owner, auditRows } = organizationScene();

const write = (changes: Parameters<typeof mintAuditRows>[2]) =>
  mintAuditRows(id(), owner().userId, changes);

async function download(query: string): Promise<Response> {
  const path = exportAudit.path.replace("{organization_id}", id());
  const headers = browserHeaders(owner());
  return GET(new Request(`${env().baseUrl}${path}?${query}`, { headers }));
}

describe("GET audit/export", () => {
  it("exports every matching entry as a file, newest first", async () => {
    await write([{ action: "client.created" }, {}, { action: "client.created" }]);
    const answer = await download("format=json&action=client.created");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="audit-${id()}.json"`,
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
    for (const cell of ["'+1", "'-1"]) expect(lines[1]).toContain(`,${cell},`);
    for (const cell of ["'=1+1", "'@SUM(A1)", `"{""name"":""Say \\""hi\\"", please""}"`]) {
      expect(lines[2]).toContain(`,${cell},`);
    }
    expect(lines[3]).toBe("");
  });

  it("exports more entries than one batch holds, each exactly once, and none added during the export", async () => {
    await db().$executeRaw`
      INSERT INTO audit_rows (organization_id, actor, action, target, request_id)
      SELECT ${id()}, 'user:x', 'client.updated', 'client:' || n, 'request'
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
    expect(await auditRows()).toMatchObject([
      {
        action: "audit.exported",
        target: `organization:${id()}`,
        actor: `user:${owner().userId}`,
        after: { format: "csv", action: "client.created" },
      },
    ]);
  });
});
