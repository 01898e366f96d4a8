import { newId } from "@/lib/core/crypto/ids";
import { expect, test } from "@/test/browser/test";
import { mintManagementToken, mintOrganization } from "@/test/factories/mint";
import { clientsPath, type ManagementApi } from "@/test/requests/http/management-api";

/** The fields of the platform spec's ClientResponseSchema (2.1) with their types. */
const CLIENT_FIELDS = {
  company_id: expect.any(Number),
  client_id: expect.stringMatching(/^[0-9a-f]{24}$/),
  secret: [expect.any(String)],
  slug: expect.any(String),
  scopes: {
    type: "company",
    permissions: ["company/products/read"],
    grants: ["authorization_code", "refresh_token"],
  },
  redirect_urls: [],
  access_token_lifetime: 3600,
  refresh_token_lifetime: 31_536_000,
  meta: expect.objectContaining({ user_id: expect.any(String) }),
  author: expect.any(Object),
  is_active: true,
  client_type: "extension",
  _id: expect.stringMatching(/^[0-9a-f]{24}$/),
  created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  modified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  raw_permissions: ["company/products/read"],
};

const meta = { name: "Made by a test", description: "Ships.", tags: ["labels"] };
const scopes = { permissions: ["company/products/read"] };

test("spec 4.1: create, fetch, update, and delete return the platform spec's client fields", async ({
  management,
}) => {
  const expected = { ...CLIENT_FIELDS, organization_id: management.organizationId };

  const created = await management.call("POST", "", { data: { meta, scopes } });
  expect(created.status()).toBe(201);
  const client = await created.json();
  expect(client).toMatchObject({ ...expected, meta });
  expect(client.secret[0]).toMatch(/^lks_/);

  const fetched = await management.call("GET", `/${client.client_id}`);
  expect(fetched.status()).toBe(200);
  expect(await fetched.json()).toMatchObject({ ...expected, meta, _id: client._id });

  const renamed = { name: "Renamed", description: "", tags: [] };
  const updated = await management.call("PUT", `/${client.client_id}`, { data: { meta: renamed } });
  expect(updated.status()).toBe(200);
  expect(await updated.json()).toMatchObject({ ...expected, meta: renamed, slug: client.slug });

  const deleted = await management.call("DELETE", `/${client.client_id}`);
  expect(deleted.status()).toBe(200);
  expect(await deleted.json()).toMatchObject({ client_id: client.client_id, meta: renamed });
  expect((await management.call("GET", `/${client.client_id}`)).status()).toBe(404);
});

test("spec 4.1: paginates and filters the list, totals all pages, and masks secrets", async ({
  management,
}) => {
  const tag = `tag-${newId()}`;
  const clientIds: string[] = [];
  for (const name of ["First", "Second", "Third"]) {
    const { client_id } = await management.create({ meta: { name, tags: [tag] }, scopes });
    clientIds.push(client_id);
  }
  await management.call("PATCH", `/${clientIds[1]}`, { data: { is_active: false } });

  const first = await list(management, { tag, page_size: "2", sort: "name" });
  expect(first.items.map((item) => item.meta.name)).toEqual(["First", "Second"]);
  for (const { secret } of first.items) expect(secret[0]).toMatch(/^•+.{4}$/);
  expect(first.page).toEqual({
    type: "number",
    current: 1,
    size: 2,
    limit: 2,
    total: 3,
    item_total: 2,
    has_previous: false,
    has_next: true,
    next_id: "2",
  });

  const second = await list(management, { tag, page_size: "2", page_no: "2", sort: "name" });
  expect(second.items.map((item) => item.meta.name)).toEqual(["Third"]);
  expect(second.page).toMatchObject({ current: 2, has_previous: true, has_next: false, total: 3 });

  const inactive = await list(management, { tag, is_active: "false" });
  expect(inactive.items.map((item) => item.client_id)).toEqual([clientIds[1]]);
  const active = await list(management, { tag, is_active: "true" });
  expect(active.page.total).toBe(2);
});

test("security 47: every operation returns 404 to another organization's caller", async ({
  request,
  management,
  database: _,
}) => {
  const { client_id } = await management.create({ meta, scopes });
  const { organizationId } = await mintOrganization();
  const { token } = await mintManagementToken(organizationId, [
    "organization/clients/read",
    "organization/clients/write",
    "organization/clients/secrets",
  ]);
  const operations = [
    { method: "POST", path: "", data: { meta, scopes } },
    { method: "GET", path: "" },
    { method: "GET", path: `/${client_id}` },
    { method: "PUT", path: `/${client_id}`, data: { meta } },
    { method: "DELETE", path: `/${client_id}` },
  ];
  // In the owner's path, the organization is not the caller's; in the caller's own path, the client
  // is not.
  for (const owner of [management.organizationId, organizationId]) {
    for (const { method, path, data } of operations) {
      if (owner === organizationId && path === "") continue;
      const answer = await request.fetch(`${clientsPath(owner)}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(data && { data }),
      });
      expect(answer.status(), `${method} ${path}`).toBe(404);
      expect((await answer.json()).error).toBe("not_found");
    }
  }
  expect((await management.call("GET", `/${client_id}`)).status()).toBe(200);
});

test("reveals and changes nothing without a token or with the wrong scope", async ({
  request,
  management,
  database: _,
}) => {
  const { client_id } = await management.create({ meta, scopes });
  const { token } = await mintManagementToken(management.organizationId, [
    "organization/clients/read",
  ]);
  const path = `${clientsPath(management.organizationId)}/${client_id}`;

  const anonymous = await request.get(path);
  expect(anonymous.status()).toBe(401);
  expect(anonymous.headers()["www-authenticate"]).toMatch(/^Bearer /);

  const headers = { authorization: `Bearer ${token}` };
  const read = await request.get(path, { headers });
  expect(read.status()).toBe(200);
  expect((await read.json()).secret[0]).toMatch(/^•+.{4}$/);
  expect((await request.delete(path, { headers })).status()).toBe(403);
  expect((await management.call("GET", `/${client_id}`)).status()).toBe(200);
});

test("changes nothing for a stale If-Match", async ({ management }) => {
  const { client_id } = await management.create({ meta, scopes });
  const rename = (name: string, ifMatch: string) =>
    management.call("PUT", `/${client_id}`, {
      data: { meta: { name } },
      headers: { "if-match": ifMatch },
    });
  const { etag = "" } = (await management.call("GET", `/${client_id}`)).headers();
  expect((await rename("Mine", etag)).status()).toBe(200);
  const stale = await rename("Theirs", etag);
  expect(stale.status()).toBe(412);
  expect((await stale.json()).error).toBe("precondition_failed");
  const fetched = await management.call("GET", `/${client_id}`);
  expect((await fetched.json()).meta.name).toBe("Mine");
});

test("security 48, 49: rejects read-only fields and invalid paging by name", async ({
  management,
}) => {
  const denied = await management.call("POST", "", { data: { meta, scopes, company_id: 7 } });
  expect(denied.status()).toBe(400);
  expect(await denied.json()).toMatchObject({
    error: "invalid_request",
    message: expect.stringContaining("company_id"),
    request_id: expect.any(String),
    errors: [{ path: expect.any(String), message: expect.any(String) }],
  });
  for (const [name, value] of [
    ["page_size", "-1"],
    ["page_size", "1000000000"],
    ["page_no", "0"],
  ] as const) {
    const answer = await management.call("GET", "", { params: { [name]: value } });
    expect(answer.status()).toBe(400);
    expect((await answer.json()).errors[0].path).toBe(name);
  }
});

type ListedClient = { client_id: string; secret: string[]; meta: { name: string } };

async function list(
  management: ManagementApi,
  params: Record<string, string>,
): Promise<{ items: ListedClient[]; page: Record<string, unknown> }> {
  const answer = await management.call("GET", "", { params });
  expect(answer.status()).toBe(200);
  return answer.json();
}
