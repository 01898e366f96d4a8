import { beforeEach, describe, expect, it } from "vitest";
import { GET } from "@/lib/api/route";
import { clientExportSchema, exportClients } from "@/lib/clients/read-clients";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import {
  browserHeaders,
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintOrganization,
} from "@/test/factories/mint";

let organization: MintedOrganization;
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  client = await mintClient(organization.organizationId, { name: "Ledger", tags: ["a", "b"] });
});

function download(query: string) {
  const path = exportClients.path.replace("{organization_id}", organization.organizationId);
  const headers = browserHeaders(organization.owner);
  return GET(new Request(`${env().baseUrl}${path}?${query}`, { headers }));
}
const idsOf = async (answer: Response) =>
  clientExportSchema.parse(await answer.json()).items.map(({ client_id }) => client_id);

describe("GET export", () => {
  it("security 47: exports the filtered clients of the organization in list order as a file", async () => {
    const otherClient = await mintClient(organization.organizationId, { name: "Harbour" });
    await mintClient(organization.organizationId, { name: "Quill", isActive: false });
    await mintClient((await mintOrganization()).organizationId, { name: "Harbour" });
    const answer = await download("format=json&is_active=true&sort=name");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="clients-${organization.organizationId}.json"`,
    );
    expect(await idsOf(answer)).toEqual([otherClient.clientId, client.clientId]);
  });

  it("writes valid JSON when nothing matches and across batches", async () => {
    expect(await idsOf(await download("q=nothing"))).toEqual([]);
    const { organizationId } = organization;
    const data = Array.from({ length: 1_001 }, newId).map((clientId) => {
      const ids = { clientId, recordId: newId(), slug: clientId, organizationId };
      return { ...ids, name: "One of many" };
    });
    await db().client.createMany({ data });
    const ids = await idsOf(await download("q=one+of+many"));
    expect(new Set(ids).size).toBe(1_001);
  });

  it("writes one CSV line per client, neutralizes formulas, and contains no secret", async () => {
    await mintClient(organization.organizationId, { name: '=HYPERLINK("a")' });
    const answer = await download("format=csv&sort=name");
    expect(answer.headers.get("content-type")).toContain("text/csv");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)], "the byte order mark").toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.toString();
    // With the apostrophe that keeps a spreadsheet from running "-abc".
    expect(text).toMatch(new RegExp(`,'?${client.clientSecret.slice(-4)},`));
    expect(text).toContain(`"'=HYPERLINK(""a"")"`);
    expect(text).toContain(`${client.clientId},Ledger,`);
    expect(text).toContain('"a\nb"');
    expect(text).not.toContain(client.clientSecret);
    expect(text).not.toContain("lks_");
  });
});
