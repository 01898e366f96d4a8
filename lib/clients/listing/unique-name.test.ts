import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteClient, restoreClient } from "@/lib/clients/delete-client";
import { patchClient, updateClient } from "@/lib/clients/write-clients";
import { db } from "@/lib/core/db/client";
import { getClientListing, putClientListing } from "@/lib/platform/clients/clients";
import { mintClient } from "@/test/factories/mint";
import { mintServiceToken } from "@/test/factories/mint-platform";
import { configureTestEnv } from "@/test/process/test-env";
import { callRoute } from "@/test/requests/call-route";
import { clientScene } from "@/test/requests/client-scene";
import { importLines } from "@/test/requests/import-lines";

const { id, client, call } = clientScene({ listing: "draft" });
let name: string;
let operator: string;

beforeEach(async () => {
  configureTestEnv({ REVIEW_LISTINGS: "1" });
  name = uniqueName();
  await mintClient(id(), { name, listing: "listed" });
  operator = await mintServiceToken(["platform/clients/write", "platform/directory/write"]);
});
afterEach(() => void configureTestEnv());

const uniqueName = () =>
  `Quiz pay ${[...randomBytes(12)].map((byte) => "acdefghkmptxyz"[byte % 14]).join("")}`;
const store = (data: { name: string; listing?: "listed" }) =>
  db().client.update({ where: { clientId: client().clientId }, data });
const list = () => call(patchClient, { body: { listing: "listed" } });

describe("security 102: where an operator reviews listings, a name like a listed one", () => {
  it.each([
    ["case and punctuation", () => name.toUpperCase().replace(" ", "-")],
    ["accents", () => name.replace("Quiz", "Qüiž")],
    ["full-width letters and digits", () => name.replace("Quiz", "Ｑｕ1ｚ")],
    ["Cyrillic letters", () => name.replace("pay", "рау")],
  ])("that differs from it only in %s is rejected", async (_, disguised) => {
    await store({ name: disguised() });
    const { status, body } = await list();
    expect([status, body.error]).toEqual([409, "conflict"]);
    expect(body.message).toContain(name);
    const params = { client_id: client().clientId };
    const listing = { params, body: { listing: "listed" }, as: operator };
    expect((await callRoute(putClientListing, listing)).status).toBe(409);
  });

  it("is not for a listed client that has another, or for a deleted one that comes back", async () => {
    await store({ name: uniqueName(), listing: "listed" });
    const body = { meta: { name: name.toLowerCase() } };
    expect((await call(updateClient, { body })).status).toBe(409);
    await call(deleteClient);
    await store({ name });
    expect((await call(restoreClient)).status).toBe(409);
  });

  it("does not stop other changes of a listed client that has it already", async () => {
    await store({ name, listing: "listed" });
    const body = { meta: { name, tags: ["beta"] } };
    expect((await call(updateClient, { body })).status).toBe(200);
  });

  it("is free when the other client is deleted or not listed", async () => {
    const free = uniqueName();
    await mintClient(id(), { name: free, listing: "unlisted" });
    await mintClient(id(), { name: free, listing: "listed", deletedAt: new Date() });
    await store({ name: free });
    expect((await list()).status).toBe(200);
  });

  it("may be imported, and the directory then names the other", async () => {
    const client_id = `legacy_${randomBytes(8).toString("hex")}`;
    const secret = randomBytes(8).toString("hex");
    const record = { type: "client", client_id, organization_id: id(), secret };
    const results = await importLines(operator, [{ ...record, name: name.toUpperCase() }]);
    expect(results).toMatchObject([{ status: "created" }]);
    const { body } = await callRoute(getClientListing, { params: { client_id }, as: operator });
    expect(body).toMatchObject({ listing: "listed", look_alikes: [name] });
  });
});
