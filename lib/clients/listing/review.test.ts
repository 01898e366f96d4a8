import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reviewedFields } from "@/lib/clients/listing/review";
import { putClientLogo } from "@/lib/clients/logo/logo";
import { getClient } from "@/lib/clients/read-clients";
import { patchClient, updateClient } from "@/lib/clients/write-clients";
import { db } from "@/lib/core/db/client";
import type { Operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { putScopeApproval } from "@/lib/platform/approvals/approvals";
import { getClientListing, putClientListing } from "@/lib/platform/clients/clients";
import { listAvailableExtensions } from "@/lib/tenants/companies/extensions";
import {
  type MintedClient,
  mintClient,
  mintCompany,
  mintHolder,
  mintMember,
} from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { mintServiceToken } from "@/test/factories/mint-platform";
import { sellerOf } from "@/test/factories/page-callers";
import { configureTestEnv } from "@/test/process/test-env";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { callRoute, type RouteCall } from "@/test/requests/call-route";
import { organizationScene } from "@/test/requests/client-scene";
import { importLines } from "@/test/requests/import-lines";
import { fieldAt, textOf } from "@/test/requests/read-json";

const SCOPES = ["company/orders/read", "company/products/read"];
const MORE = "company/orders/write";
const OTHER_URL = "https://evil.example.com/fp/auth";
const REASON = "The name belongs to another company.";

let name: string;
let operator: string;
const { id, call, auditRows } = organizationScene();
let client: MintedClient;

beforeEach(async () => {
  configureTestEnv({ REVIEW_LISTINGS: "1" });
  name = uniqueName();
  client = await mintListed({ name });
  operator = await mintServiceToken(["platform/clients/write", "platform/directory/write"]);
});
afterEach(() => void configureTestEnv());

const uniqueName = () =>
  `Quiz pay ${[...randomBytes(12)].map((byte) => "acdefghkmptxyz"[byte % 14]).join("")}`;

const mintListed = (columns: Parameters<typeof mintClient>[1]) =>
  mintClient(id(), {
    description: "Prints labels.",
    baseUrl: "https://shipfast.example.com",
    redirectUrls: [REDIRECT_URI],
    scopes: SCOPES,
    policyUri: "https://shipfast.example.com/privacy",
    listing: "listed",
    ...columns,
  });

const send = (operation: Operation, body?: unknown) =>
  call(operation, { params: { client_id: client.clientId }, body });
const put = (meta: object) => send(updateClient, { meta });
const patch = (body: object) => send(patchClient, body);
const read = async () => (await send(getClient)).body;
const stored = () => db().client.findUniqueOrThrow({ where: { clientId: client.clientId } });
const approvedValues = async () => reviewedFields(await stored());
const store = (data: { listing: "draft" }) =>
  db().client.update({ where: { clientId: client.clientId }, data });

const atPlatform = (operation: Operation, more: Partial<RouteCall> = {}) =>
  callRoute(operation, {
    as: operator,
    ...more,
    params: { client_id: client.clientId, ...more.params },
  });
const decide = (body: object, headers: Record<string, string> = {}) =>
  atPlatform(putClientListing, { body: { listing: "listed", ...body }, headers });
const etag = async () => (await atPlatform(getClientListing)).headers.get("etag") ?? "";
const approve = async (body: object = { approve_changes: true }) =>
  decide(body, { "if-match": await etag() });

/** The number of extensions that a company finds by a name. */
const countAvailable = async (companyId: number, search: string) => {
  const call = { caller: sellerOf(companyId), query: { search, page: 1 } };
  return (await perform(listAvailableExtensions, call)).extensions.length;
};

type Change = [field: string, body: () => object, shownAt?: string];

const changes: Change[] = [
  ["name", () => ({ meta: { name: uniqueName() } })],
  ["description", () => ({ meta: { description: "Reads every order." } }), "meta.description"],
  ["base_url", () => ({ base_url: "https://evil.example.com" })],
  ["redirect_urls", () => ({ redirect_urls: [REDIRECT_URI, OTHER_URL] })],
  ["scopes", () => ({ scopes: { permissions: [...SCOPES, MORE] } }), "scopes.permissions"],
  ["policy_uri", () => ({ policy_uri: "https://evil.example.com/privacy" })],
  ["tos_uri", () => ({ tos_uri: "https://evil.example.com/terms" })],
  ["support_email", () => ({ support_email: "help@evil.example.com" })],
];

describe("security 102: a listed client", () => {
  it.each(changes)(
    "shows a changed %s to its publisher until it is approved",
    async (field, change, shownAt = field) => {
      const before = await approvedValues();
      const body = change();
      const answer = await send("meta" in body ? updateClient : patchClient, body);
      const proposedValue = fieldAt(answer.body, `pending_review.${field}.proposed`);
      expect(Object.keys(Object(answer.body.pending_review))).toEqual([field]);
      expect(fieldAt(answer.body, shownAt)).toEqual(proposedValue);
      expect(await approvedValues()).toEqual(before);
      expect((await approve()).status).toBe(200);
      expect(await read()).toMatchObject({ pending_review: {}, review: { state: "approved" } });
      expect(fieldAt(await approvedValues(), field)).toEqual(proposedValue);
    },
  );

  it("shows a new logo to its publisher until it is approved, and does not lose it meanwhile", async () => {
    const create = { width: 8, height: 8, channels: 3, background: "#a03010" } as const;
    const bytes = await sharp({ create }).png().toBuffer();
    const { body } = await call(putClientLogo, {
      params: { client_id: client.clientId },
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
    const countBoth = () =>
      Promise.all([other, name].map((each) => countAvailable(companyId, each)));
    const launch = (query: Record<string, string>) =>
      callAuthorize({ client, companyId, seller }, query);
    await put({ name: other });
    await patch({
      redirect_urls: [REDIRECT_URI, OTHER_URL],
      scopes: { permissions: [...SCOPES, MORE] },
    });
    expect(await countBoth()).toEqual([0, 1]);
    expect((await launch({ redirect_uri: OTHER_URL })).status).toBe(400);
    const denial = redirectParameters(await launch({ scope: MORE }));
    expect(denial).toMatchObject({ error: "invalid_scope" });
    await approve();
    expect((await launch({ redirect_uri: OTHER_URL, scope: MORE })).status).toBe(302);
    expect(await countBoth()).toEqual([1, 0]);
  });

  it("loses a URL, a scope, and a link immediately, while additions wait", async () => {
    const shorter = await patch({ scopes: { permissions: ["company/products/read"] } });
    const nothing = { pending_review: {}, review: null, listing_requested_at: null };
    expect(shorter.body).toMatchObject({ ...nothing, listing: "listed" });
    const permissions = ["company/products/read", "company/orders/write"];
    const change = { redirect_urls: [OTHER_URL], scopes: { permissions } };
    const { body } = await patch({ ...change, policy_uri: null });
    expect(body).toMatchObject({ redirect_urls: [OTHER_URL], scopes: { permissions } });
    const scopes = ["company/products/read"];
    const reduction = { redirectUrls: [], scopes, rawPermissions: scopes, policyUri: null };
    expect(await stored()).toMatchObject(reduction);
    await approve();
    const approval = {
      redirectUrls: [OTHER_URL],
      scopes: permissions,
      rawPermissions: permissions,
    };
    expect(await stored()).toMatchObject(approval);
  });

  it("is approved only in the version that the approval names", async () => {
    await put({ description: "Harmless." });
    const oldTag = await etag();
    await put({ description: "Reads every order." });
    const blind = await decide({ approve_changes: true });
    const lateDecision = await decide({ approve_changes: true }, { "if-match": oldTag });
    expect([blind.status, lateDecision.status]).toEqual([412, 412]);
    expect(lateDecision.headers.get("etag")).toBe(await etag());
    expect(await stored()).toMatchObject({ description: "Prints labels." });
    expect((await approve()).status).toBe(200);
    expect(await stored()).toMatchObject({ description: "Reads every order." });
  });

  it("gets its approved values back when its publisher sends them or the review declines the others", async () => {
    await put({ name: uniqueName() });
    const { body: withdrawal } = await put({ name });
    const nothing = { pending_review: {}, review: null, listing_requested_at: null };
    expect(withdrawal).toMatchObject(nothing);
    await put({ name: uniqueName() });
    expect((await decide({ reason: REASON })).status).toBe(200);
    const review = { state: "declined", reason: REASON, decided_at: expect.any(String) };
    expect(await read()).toMatchObject({ name, listing: "listed", pending_review: {}, review });
  });

  it("keeps what waits when it is sent back as it was fetched, until it is taken off the list", async () => {
    await put({ description: "Reads every order." });
    const { meta, ...fetched } = await read();
    const { user_id: _, ...sentMeta } = Object(meta);
    const again = await send(updateClient, { ...fetched, meta: sentMeta });
    expect(again.body.pending_review).toEqual(fetched.pending_review);
    const { body } = await patch({ listing: "unlisted" });
    expect(body).toMatchObject({ listing: "unlisted", pending_review: {}, review: null });
    expect(await stored()).toMatchObject({ description: "Prints labels." });
  });

  it("is changed immediately by the platform's import, which replaces a pending value of the field", async () => {
    await put({ name: uniqueName(), description: "Harmless." });
    const record = { type: "client", client_id: client.clientId, description: "By the platform." };
    await importLines(operator, [{ ...record, organization_id: id() }]);
    const now = await read();
    expect(now.meta).toMatchObject({ description: "By the platform." });
    expect(Object.keys(Object(now.pending_review))).toEqual(["name"]);
  });

  it("records in the audit log what waits and what an operator decided", async () => {
    await put({ description: "Reads every order." });
    await decide({ reason: REASON });
    const pending_review = { description: { proposed: "Reads every order." } };
    const decision = { reason: REASON, listing_requested_at: null };
    expect(await auditRows("client.updated")).toMatchObject([{ after: { pending_review } }]);
    expect(await auditRows("client_listing.updated")).toMatchObject([{ after: decision }]);
  });

  it("is changed at once where no one reviews listings", async () => {
    configureTestEnv();
    const { body } = await put({ description: "New." });
    expect([body.pending_review, (await stored()).description]).toEqual([{}, "New."]);
  });
});

describe("security 102: the scopes of a listed client", () => {
  const permissions = [...SCOPES, "organization/clients/secrets"];

  it("are not approved while someone who has seen a secret lacks a permission in them", async () => {
    expect((await patch({ scopes: { permissions } })).status).toBe(200);
    const { userId } = await mintMember(id(), "auditor");
    await mintHolder(client.secretId, `user:${userId}`);
    expect((await approve()).status).toBe(409);
    expect((await stored()).scopes).toEqual(SCOPES);
  });

  it("do not let it keep another client's secret before they are approved", async () => {
    const [oldScope, newScope] = ["organization/members/read", "organization/clients/secrets"];
    client = await mintListed({ name: uniqueName(), scopes: [oldScope] });
    const other = await mintClient(id(), { scopes: [newScope] });
    await mintHolder(other.secretId, `client:${client.clientId}`);
    const answer = await patch({ scopes: { permissions: [newScope] } });
    expect([answer.status, answer.body.error]).toEqual([409, "conflict"]);
  });

  it("do not wait any longer once an operator has denied them", async () => {
    await patch({ scopes: { permissions: [...SCOPES, MORE] } });
    await atPlatform(putScopeApproval, {
      params: { scope: encodeURIComponent(MORE) },
      body: { approved: false, reason: REASON },
    });
    const review = { state: "declined", reason: REASON, decided_at: expect.any(String) };
    expect(await read()).toMatchObject({
      pending_review: {},
      listing_requested_at: null,
      scope_reviews: [{ scope: MORE, ...review }],
    });
  });
});

it.each(["unlisted", "listed"])(
  "security 102: a draft becomes %s only with an approved",
  async (listing) => {
    await store({ listing: "draft" });
    expect((await patch({ listing })).body).toMatchObject({
      listing: "draft",
      pending_review: { listing: { approved: "draft", proposed: listing } },
      review: { state: "pending" },
    });
    expect((await decide({ listing })).status).toBe(412);
    const decline = { listing: "draft", reason: REASON };
    const review = { state: "declined", reason: REASON };
    expect((await decide(decline)).body).toMatchObject({ listing: "draft", review });
    await patch({ listing });
    const approval = { listing, pending_review: {}, review: { state: "approved" } };
    expect((await approve({ listing })).body).toMatchObject(approval);
  },
);
