import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { mintCompany, mintOrganization } from "@/test/factories/mint";
import { callToken } from "@/test/requests/call-token";
import { importLines, mintImportToken } from "@/test/requests/import-lines";

it("the lines in examples/moving/README.md import clients with secrets, grants, and refresh tokens", async () => {
  const { organizationId } = await mintOrganization();
  const { companyId } = await mintCompany();
  const text = (await readFile("examples/moving/README.md", "utf8"))
    .replaceAll('"shipfast-labs"', JSON.stringify(organizationId))
    .replaceAll('"company_id": 7001', `"company_id": ${companyId}`);
  const lines = [...text.matchAll(/^\{"type": .*\}$/gm)].map(([line]) => line);
  const results = await importLines(await mintImportToken(), lines);
  expect(results).toEqual(lines.map((_, index) => ({ line: index + 1, status: "created" })));

  const refresh = (clientId: string, source: string) => {
    const clientSecret = `${source}-example-secret`;
    const client = { clientId, clientSecret, secretId: "", systemUserId: "" };
    const form = { grant_type: "refresh_token", refresh_token: `${source}-example-refresh-token` };
    return callToken("offline", { client, companyId }, { form });
  };
  expect(await refresh("qf0b3k8x2m5n7p1r4t6vz", "logto")).toMatchObject({ status: 200 });
  // The secret was right, and only the refresh token did not move.
  const moved = { status: 400, body: { error: "invalid_grant" } };
  expect(await refresh("label-printer", "keycloak")).toMatchObject(moved);
  expect(await refresh("5b1c2f0e-7c2d-4f0a-9a56-0d2f6f5b8a11", "hydra")).toMatchObject(moved);
});
