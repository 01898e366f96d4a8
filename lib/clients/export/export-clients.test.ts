import { beforeEach, describe, expect, it } from "vitest";
import { GET } from "@/lib/api/route";
import { exportClients } from "@/lib/clients/export/export-clients";
import { clientExportSchema } from "@/lib/clients/export/schemas";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import {
  browserHeaders,
  type MintedClient,
  type MintedOrganization,
  type MintedUser,
  mintClient,
  mintOrganization,
} from "@/test/factories/mint";

let organization: MintedOrganization;
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  client = await mintClient(organization.organizationId, { name: "Ledger", tags: ["a", "b"] });
});

async function download(query: string, as: MintedUser | null = organization.owner) {
  const params = { organization_id: organization.organizationId };
  const path = exportClients.path.replace("{organization_id}", params.organization_id);
  const headers = as ? browserHeaders(as) : {};
  const request = new Request(`${env().baseUrl}${path}?${query}`, { headers });
  return GET(request);
}
const idsOf = async (answer: Response) =>
  clientExportSchema.parse(await answer.json()).items.map(({ client_id }) => client_id);

describe("GET export", () => {
  it("exports the filtered clients in list order as a file", async () => {
    const otherClient = await mintClient(organization.organizationId, { name: "Harbour" });
    await mintClient(organization.organizationId, { name: "Quill", isActive: false });
    const answer = await download("format=json&is_active=true&sort=name");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="clients-${organization.organizationId}.json"`,
    );
    expect(await idsOf(answer)).toEqual([otherClient.clientId, client.clientId]);
  });

  it("writes valid JSON when nothing matches and across batches", async () => {
    expect(await idsOf(await download("q=nothing"))).toEqual([]);
    await db().client.createMany({
      data: Array.from({ length: 1_001 }, () => {
        const clientId = newId();
        return {
          clientId,
          recordId: newId(),
          slug: clientId,
          name: "One of many",
          organizationId: organization.organizationId,
        };
      }),
    });
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

  it("security 47: contains no client of another organization", async () => {
    const foreign = await mintClient((await mintOrganization()).organizationId);
    const text = await (await download("format=csv")).text();
    expect(text).not.toContain(foreign.clientId);
  });
});
