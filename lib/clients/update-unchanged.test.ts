import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { getClient } from "@/lib/clients/get-client";
import { updateClient } from "@/lib/clients/update-client";
import { db } from "@/lib/core/db/client";
import {
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintManagementToken,
  mintMember,
  mintOrganization,
  mintSecret,
} from "@/test/factories/mint";
import { callRoute, type RouteAnswer, type RouteCall } from "@/test/requests/call-route";
import type { Fields } from "@/test/requests/read-json";

let organization: MintedOrganization;
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  client = await mintClient(organization.organizationId, { tags: ["one", "two"] });
  await mintSecret(client.clientId);
});

function request(more: Partial<RouteCall>): RouteCall {
  const params = { organization_id: organization.organizationId, client_id: client.clientId };
  return { params, as: organization.owner, ...more };
}

const fetchClient = (more: Partial<RouteCall> = {}): Promise<RouteAnswer> =>
  callRoute(getClient, request(more));
const put = (body: unknown, more: Partial<RouteCall> = {}): Promise<RouteAnswer> =>
  callRoute(updateClient, request({ body, ...more }));

describe("PUT of a client as it was fetched", () => {
  it.each(["clear", "masked"])(
    "succeeds and changes nothing with its secrets %s",
    async (secrets) => {
      const fetched = await fetchClient({ query: { secrets } });
      const answer = await put(fetched.body);
      expect(answer.status).toBe(200);
      const { secret: _, ...rest } = fetched.body;
      expect(answer.body).toMatchObject(rest);
    },
  );

  it("succeeds for a token and a member who cannot see secrets", async () => {
    const developer = await mintMember(organization.organizationId, "developer");
    const { token } = await mintManagementToken(organization.organizationId, [
      "organization/clients/read",
      "organization/clients/write",
    ]);
    for (const as of [developer, token]) {
      const { body } = await fetchClient({ as });
      expect((await put(body, { as })).status).toBe(200);
    }
  });

  it("succeeds after a secret was used, because last_used_at is ignored", async () => {
    const { body } = await fetchClient();
    await db().clientSecret.updateMany({
      where: { clientId: client.clientId },
      data: { lastUsedAt: new Date() },
    });
    expect((await put(body)).status).toBe(200);
  });

  it("changes what meta changes, whether or not name is included", async () => {
    const { body } = await fetchClient();
    const meta = { ...Object(body.meta), name: "Renamed" };
    expect((await put({ ...body, meta })).body.name).toBe("Renamed");
    const again = (await fetchClient()).body;
    const bothNames = { ...again, name: "Twice", meta: { ...Object(again.meta), name: "Twice" } };
    expect((await put(bothNames)).body.name).toBe("Twice");
  });

  const otherChanges: Fields = {
    company_id: 1,
    client_id: "0".repeat(24),
    secret: ["••••0000"],
    slug: "other",
    scopes: { type: "company", permissions: ["organization/clients/secrets"], grants: [] },
    redirect_urls: ["https://evil.example/"],
    access_token_lifetime: 301,
    refresh_token_lifetime: 3601,
    author: { type: "system", id: "", name: "Somebody" },
    is_active: false,
    client_type: "platform",
    organization_id: "0".repeat(24),
    _id: "0".repeat(24),
    created_at: "2020-01-01T00:00:00.000Z",
    modified_at: "2020-01-01T00:00:00.000Z",
    raw_permissions: ["a"],
    name: "Other",
    grants: ["client_credentials"],
    base_url: "https://evil.example",
    refresh_rotation: "confirm_on_use",
    require_pkce: true,
    version: 99,
    deleted_at: "2020-01-01T00:00:00.000Z",
  };

  it.each(Object.entries(otherChanges))(
    "security 48: rejects a different %s by name",
    async (name, value) => {
      const { body } = await fetchClient();
      const answer = await put({ ...body, [name]: value });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        message: expect.stringMatching(new RegExp(`^${name}: cannot be changed by PUT`)),
        errors: [{ path: name }],
      });
      expect((await fetchClient()).body.version).toBe(body.version);
    },
  );

  it.each<[string, (present: string[]) => unknown]>([
    ["only one of them", (present) => present.slice(0, 1)],
    ["others", (present) => present.map(() => "••••0000")],
    ["a text", (present) => "x".repeat(present.length)],
  ])("security 48: rejects %s instead of its secrets", async (_what, change) => {
    const { body } = await fetchClient({ query: { secrets: "clear" } });
    const answer = await put({ ...body, secret: change(z.array(z.string()).parse(body.secret)) });
    expect(answer.body).toMatchObject({ errors: [{ path: "secret" }] });
  });

  it("security 48: rejects the new name in another field", async () => {
    const answer = await put({ slug: "renamed", meta: { name: "renamed" } });
    expect(answer.body).toMatchObject({ errors: [{ path: "slug" }] });
  });

  it("names every field that differs and says which ones PATCH changes", async () => {
    const { body } = await fetchClient();
    const answer = await put({ ...body, ...otherChanges });
    const errors = answer.body.errors;
    expect(errors).toHaveLength(Object.keys(otherChanges).length);
    expect(errors).toContainEqual({
      path: "redirect_urls",
      message: "cannot be changed by PUT: use PATCH",
    });
    expect(errors).toContainEqual({
      path: "name",
      message: "cannot be changed by PUT: use meta.name",
    });
    expect(errors).toContainEqual({
      path: "slug",
      message: "cannot be changed by PUT: omit it or send the current value",
    });
  });
});
