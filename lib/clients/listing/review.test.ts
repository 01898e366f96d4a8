import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteClient } from "@/lib/clients/delete-client";
import { getClient } from "@/lib/clients/get-client";
import { putClientLogo } from "@/lib/clients/logo/put-logo";
import { patchClient } from "@/lib/clients/patch-client";
import { restoreClient } from "@/lib/clients/restore-client";
import { updateClient } from "@/lib/clients/update-client";
import { db } from "@/lib/core/db/client";
import type { Operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { putScopeApproval } from "@/lib/platform/approvals/put-scope-approval";
import { getClientListing } from "@/lib/platform/clients/get-client";
import { putClientListing } from "@/lib/platform/clients/put-client-listing";
import { listAvailableExtensions } from "@/lib/tenants/companies/list-extensions";
import {
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintCompany,
  mintHolder,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { mintServiceToken } from "@/test/factories/mint-platform";
import { sellerOf } from "@/test/factories/page-callers";
import { configureTestEnv } from "@/test/process/test-env";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { callRoute } from "@/test/requests/call-route";
import { importLines } from "@/test/requests/import-lines";
import { fieldAt, textOf } from "@/test/requests/read-json";

const SCOPES = ["company/orders/read", "company/products/read"];
const OTHER_URL = "https://evil.example.com/fp/auth";
const REASON = "The name belongs to another company.";

let name: string;
let organization: MintedOrganization;
let client: MintedClient;
let operator: string;

beforeEach(async () => {
  configureTestEnv({ REVIEW_LISTINGS: "1" });
  name = uniqueName();
  organization = await mintOrganization();
  client = await mintListed({ name });
  operator = await mintServiceToken(["platform/clients/write", "platform/directory/write"]);
});
afterEach(() => void configureTestEnv());

const uniqueName = () =>
  `Quiz pay ${[...randomBytes(12)].map((byte) => "acdefghkmptxyz"[byte % 14]).join("")}`;

const mintListed = (columns: Parameters<typeof mintClient>[1]) =>
  mintClient(organization.organizationId, {
    description: "Prints labels.",
    baseUrl: "https://shipfast.example.com",
    redirectUrls: [REDIRECT_URI],
    scopes: SCOPES,
    policyUri: "https://shipfast.example.com/privacy",
    listing: "listed",
    ...columns,
  });

const params = () => ({
  organization_id: organization.organizationId,
  client_id: client.clientId,
});
const send = (operation: Operation, body?: unknown) =>
  callRoute(operation, { params: params(), as: organization.owner, body });
const read = async () => (await send(getClient)).body;
const stored = () => db().client.findUniqueOrThrow({ where: { clientId: client.clientId } });

const decide = async (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  callRoute(putClientListing, {
    params: { client_id: client.clientId },
    as: operator,
    body: { listing: "listed", ...body },
    headers,
  });
const etag = async () => {
  const at = { params: { client_id: client.clientId }, as: operator };
  return (await callRoute(getClientListing, at)).headers.get("etag") ?? "";
};
const approve = async (body: Record<string, unknown> = { approve_changes: true }) =>
  decide(body, { "if-match": await etag() });

type Change = { field: string; at?: string; operation: Operation; body: () => object };

const changes: Change[] = [
  { field: "name", operation: updateClient, body: () => ({ meta: { name: uniqueName() } }) },
  {
    field: "description",
    at: "meta.description",
    operation: updateClient,
    body: () => ({ meta: { description: "Reads every order." } }),
  },
  {
    field: "base_url",
    operation: patchClient,
    body: () => ({ base_url: "https://evil.example.com" }),
  },
  {
    field: "redirect_urls",
    operation: patchClient,
    body: () => ({ redirect_urls: [REDIRECT_URI, OTHER_URL] }),
  },
  {
    field: "scopes",
    at: "scopes.permissions",
    operation: patchClient,
    body: () => ({ scopes: { permissions: [...SCOPES, "company/orders/write"] } }),
  },
  {
    field: "policy_uri",
    operation: patchClient,
    body: () => ({ policy_uri: "https://evil.example.com/privacy" }),
  },
  {
    field: "tos_uri",
    operation: patchClient,
    body: () => ({ tos_uri: "https://evil.example.com/terms" }),
  },
  {
    field: "support_email",
    operation: patchClient,
    body: () => ({ support_email: "help@evil.example.com" }),
  },
];

describe("security 102: a listed client", () => {
  it.each(changes)(
    "shows a changed $field to its publisher until it is approved",
    async (change) => {
      const before = await approvedValues();
      const { status, body } = await send(change.operation, change.body());
      const proposedValue = fieldAt(body, `pending_review.${change.field}.proposed`);
      expect([status, Object.keys(Object(body.pending_review))]).toEqual([200, [change.field]]);
      expect(fieldAt(body, change.at ?? change.field)).toEqual(proposedValue);
      expect(await approvedValues()).toEqual(before);
      expect((await approve()).status).toBe(200);
      const now = await read();
      expect(now).toMatchObject({ pending_review: {}, review: { state: "approved" } });
      expect(fieldAt(await approvedValues(), change.field)).toEqual(proposedValue);
    },
  );

  it("shows a new logo to its publisher until it is approved, and does not lose it meanwhile", async () => {
    const create = { width: 8, height: 8, channels: 3, background: "#a03010" } as const;
    const bytes = await sharp({ create }).png().toBuffer();
    const { body } = await callRoute(putClientLogo, {
      params: params(),
      as: organization.owner,
      file: { type: "image/png", bytes },
    });
    expect(body.pending_review).toEqual({ logo_uri: { approved: null, proposed: body.logo_uri } });
    expect((await stored()).logoId).toBeNull();
    await approve();
    expect((await read()).logo_uri).toBe(body.logo_uri);
    expect(textOf(body.logo_uri)).toContain((await stored()).logoId);
  });

  it("keeps its approved name for sellers and its approved URLs and scopes for authorize", async () => {
    const { companyId, seller } = await mintCompany();
    const other = uniqueName();
    await send(updateClient, { meta: { name: other } });
    await send(patchClient, {
      redirect_urls: [REDIRECT_URI, OTHER_URL],
      scopes: { permissions: [...SCOPES, "company/orders/write"] },
    });
    expect(
      (
        await perform(listAvailableExtensions, {
          caller: sellerOf(companyId),
          query: { search: other, page: 1 },
        })
      ).extensions,
    ).toEqual([]);
    expect(
      (
        await perform(listAvailableExtensions, {
          caller: sellerOf(companyId),
          query: { search: name, page: 1 },
        })
      ).extensions,
    ).toHaveLength(1);
    const launch = (query: Record<string, string>) =>
      callAuthorize({ client, companyId, seller }, query);
    expect((await launch({ redirect_uri: OTHER_URL })).status).toBe(400);
    const redirect = await launch({ scope: "company/orders/write" });
    expect(redirectParameters(redirect)).toMatchObject({ error: "invalid_scope" });
    await approve();
    expect((await launch({ redirect_uri: OTHER_URL, scope: "company/orders/write" })).status).toBe(
      302,
    );
    expect(
      (
        await perform(listAvailableExtensions, {
          caller: sellerOf(companyId),
          query: { search: other, page: 1 },
        })
      ).extensions,
    ).toHaveLength(1);
  });

  it("loses a URL, a scope, and a link immediately, while additions wait", async () => {
    const permissions = ["company/products/read", "company/orders/write"];
    const { body } = await send(patchClient, {
      redirect_urls: [OTHER_URL],
      scopes: { permissions },
      policy_uri: null,
    });
    expect(body).toMatchObject({ redirect_urls: [OTHER_URL], scopes: { permissions } });
    expect(await stored()).toMatchObject({
      redirectUrls: [],
      scopes: ["company/products/read"],
      rawPermissions: ["company/products/read"],
      policyUri: null,
    });
    await approve();
    expect(await stored()).toMatchObject({
      redirectUrls: [OTHER_URL],
      scopes: permissions,
      rawPermissions: permissions,
    });
  });

  it("stays listed while its lists only get shorter, and nothing waits", async () => {
    const { body } = await send(patchClient, {
      scopes: { permissions: ["company/products/read"] },
    });
    expect(body).toMatchObject({ pending_review: {}, review: null, listing_requested_at: null });
    expect(await stored()).toMatchObject({ scopes: ["company/products/read"], listing: "listed" });
  });

  it("is approved only in the version that the approval names", async () => {
    await send(updateClient, { meta: { description: "Harmless." } });
    const seen = await etag();
    await send(updateClient, { meta: { description: "Reads every order." } });
    const blind = await decide({ approve_changes: true });
    const lateDecision = await decide({ approve_changes: true }, { "if-match": seen });
    expect([blind.status, lateDecision.status]).toEqual([412, 412]);
    expect(lateDecision.headers.get("etag")).toBe(await etag());
    expect(await stored()).toMatchObject({ description: "Prints labels." });
    expect((await approve()).status).toBe(200);
    expect(await stored()).toMatchObject({ description: "Reads every order." });
  });

  it("gets its approved values back when its publisher sends them or the review declines the others", async () => {
    await send(updateClient, { meta: { name: uniqueName() } });
    const { body: withdrawn } = await send(updateClient, { meta: { name } });
    expect(withdrawn).toMatchObject({
      pending_review: {},
      review: null,
      listing_requested_at: null,
    });
    await send(updateClient, { meta: { name: uniqueName() } });
    expect((await decide({ reason: REASON })).status).toBe(200);
    expect(await read()).toMatchObject({
      name,
      listing: "listed",
      pending_review: {},
      review: { state: "declined", reason: REASON, decided_at: expect.any(String) },
    });
  });

  it("keeps what waits when it is sent back as it was fetched", async () => {
    await send(updateClient, { meta: { description: "Reads every order." } });
    const { name: sentName, meta, ...fetched } = await read();
    const { tags, description } = Object(meta);
    const body = { ...fetched, name: sentName, meta: { name: sentName, tags, description } };
    const again = await send(updateClient, body);
    expect(again.body.pending_review).toEqual(fetched.pending_review);
  });

  it("loses what waits when its publisher takes it off the list", async () => {
    await send(updateClient, { meta: { description: "Reads every order." } });
    const { body } = await send(patchClient, { listing: "unlisted" });
    expect(body).toMatchObject({ listing: "unlisted", pending_review: {}, review: null });
    expect(await stored()).toMatchObject({ description: "Prints labels." });
  });

  it("is changed immediately by the platform's import, which replaces a pending value of the field", async () => {
    await send(updateClient, { meta: { name: uniqueName(), description: "Harmless." } });
    const record = { type: "client", client_id: client.clientId, description: "By the platform." };
    await importLines(operator, [{ ...record, organization_id: organization.organizationId }]);
    const now = await read();
    expect(now.meta).toMatchObject({ description: "By the platform." });
    expect(Object.keys(Object(now.pending_review))).toEqual(["name"]);
  });

  it("records in the audit log what waits and what an operator decided", async () => {
    await send(updateClient, { meta: { description: "Reads every order." } });
    await decide({ reason: REASON });
    const rows = await db().auditRow.findMany({
      where: { organizationId: organization.organizationId, action: { startsWith: "client" } },
      select: { action: true, after: true },
      orderBy: { id: "asc" },
    });
    expect(rows).toMatchObject([
      {
        action: "client.updated",
        after: { pending_review: { description: { proposed: "Reads every order." } } },
      },
      { action: "client_listing.updated", after: { reason: REASON, listing_requested_at: null } },
    ]);
  });

  it("is changed at once where no one reviews listings", async () => {
    configureTestEnv();
    const { body } = await send(updateClient, { meta: { description: "New." } });
    expect([body.pending_review, (await stored()).description]).toEqual([{}, "New."]);
  });
});

describe("security 102: the scopes of a listed client", () => {
  const permissions = [...SCOPES, "organization/clients/secrets"];

  it("are not approved while someone who has seen a secret lacks a permission in them", async () => {
    const { status } = await send(patchClient, { scopes: { permissions } });
    expect(status).toBe(200);
    const { userId } = await mintMember(organization.organizationId, "auditor");
    await mintHolder(client.secretId, `user:${userId}`);
    const answer = await approve();
    expect(answer.status).toBe(409);
    expect((await stored()).scopes).toEqual(SCOPES);
  });

  it("do not let it keep another client's secret before they are approved", async () => {
    const [lost, asked] = ["organization/members/read", "organization/clients/secrets"];
    client = await mintListed({ name: uniqueName(), scopes: [lost] });
    const other = await mintClient(organization.organizationId, { scopes: [asked] });
    await mintHolder(other.secretId, `client:${client.clientId}`);
    const answer = await send(patchClient, { scopes: { permissions: [asked] } });
    expect([answer.status, answer.body.error]).toEqual([409, "conflict"]);
  });

  it("do not wait any longer once an operator has denied them", async () => {
    const scope = "company/orders/write";
    await send(patchClient, { scopes: { permissions: [...SCOPES, scope] } });
    await callRoute(putScopeApproval, {
      params: { client_id: client.clientId, scope: encodeURIComponent(scope) },
      as: operator,
      body: { approved: false, reason: REASON },
    });
    expect(await read()).toMatchObject({
      pending_review: {},
      listing_requested_at: null,
      scope_reviews: [{ scope, state: "declined", reason: REASON, decided_at: expect.any(String) }],
    });
  });
});

describe("security 102: where an operator reviews listings", () => {
  beforeEach(async () => {
    client = await mintListed({ name: uniqueName(), listing: "draft" });
  });

  it.each(["unlisted", "listed"])("a draft becomes %s only with an approval", async (listing) => {
    const { body } = await send(patchClient, { listing });
    expect(body).toMatchObject({
      listing: "draft",
      pending_review: { listing: { approved: "draft", proposed: listing } },
      review: { state: "pending" },
    });
    expect((await decide({ listing })).status).toBe(412);
    expect((await decide({ listing: "draft", reason: REASON })).body).toMatchObject({
      listing: "draft",
      review: { state: "declined", reason: REASON },
    });
    await send(patchClient, { listing });
    expect((await approve({ listing })).body).toMatchObject({
      listing,
      pending_review: {},
      review: { state: "approved" },
    });
  });

  it.each([
    ["case and punctuation", () => name.toUpperCase().replace(" ", "-")],
    ["accents", () => name.replace("Quiz", "Qüiž")],
    ["full-width letters and digits", () => name.replace("Quiz", "Ｑｕ1ｚ")],
    ["Cyrillic letters", () => name.replace("pay", "рау")],
  ])("a name that differs from a listed one only in %s is rejected", async (_, disguised) => {
    await db().client.update({ where: { clientId: client.clientId }, data: { name: disguised() } });
    const response = await send(patchClient, { listing: "listed" });
    expect([response.status, response.body.error]).toEqual([409, "conflict"]);
    expect(response.body.message).toContain(name);
    expect((await decide({ listing: "listed" })).status).toBe(409);
  });

  it("a listed client cannot take such a name, and a deleted one cannot come back with it", async () => {
    const deletedClient = client;
    await db().client.update({
      where: { clientId: deletedClient.clientId },
      data: { listing: "listed", name: uniqueName() },
    });
    await send(deleteClient);
    client = await mintListed({ name });
    const renamed = await send(updateClient, { meta: { name: name.toLowerCase() } });
    expect(renamed.status).toBe(409);
    await db().client.update({ where: { clientId: deletedClient.clientId }, data: { name } });
    client = deletedClient;
    expect((await send(restoreClient)).status).toBe(409);
  });

  it("a listed client that has such a name already can be changed", async () => {
    client = await mintListed({ name });
    const changed = await send(updateClient, { meta: { name, tags: ["beta"] } });
    expect(changed.status).toBe(200);
  });

  it("a draft may become listed under the name of a client that is deleted or not listed", async () => {
    const free = uniqueName();
    await mintListed({ name: free, listing: "unlisted" });
    const deleted = await mintListed({ name: free });
    await db().client.update({
      where: { clientId: deleted.clientId },
      data: { deletedAt: new Date() },
    });
    await db().client.update({ where: { clientId: client.clientId }, data: { name: free } });
    expect((await send(patchClient, { listing: "listed" })).status).toBe(200);
  });

  it("an import lists an extension with such a name, and the directory names the other", async () => {
    const client_id = `legacy_${randomBytes(8).toString("hex")}`;
    const results = await importLines(operator, [
      {
        type: "client",
        client_id,
        organization_id: organization.organizationId,
        name: name.toUpperCase(),
        secret: randomBytes(8).toString("hex"),
      },
    ]);
    expect(results).toMatchObject([{ status: "created" }]);
    const found = await callRoute(getClientListing, {
      params: { client_id },
      as: operator,
    });
    expect(found.body).toMatchObject({ listing: "listed", look_alikes: [name] });
  });
});

/** The approved values by the names of `pending_review`. */
async function approvedValues() {
  const row = await stored();
  return {
    name: row.name,
    description: row.description,
    base_url: row.baseUrl,
    redirect_urls: row.redirectUrls,
    scopes: row.scopes,
    policy_uri: row.policyUri,
    tos_uri: row.tosUri,
    support_email: row.supportEmail,
  };
}
