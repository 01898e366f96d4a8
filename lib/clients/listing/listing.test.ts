import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getClient } from "@/lib/clients/read-clients";
import { createClient, patchClient } from "@/lib/clients/write-clients";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { mintCompany } from "@/test/factories/mint";
import { configureTestEnv } from "@/test/process/test-env";
import { clientScene } from "@/test/requests/client-scene";

const { client, call } = clientScene();
afterEach(() => void configureTestEnv());

const patch = (body: Record<string, unknown>) => call(patchClient, { body });
const rename = (data: { listing?: "listed" } = {}) =>
  db().client.update({ where: { clientId: client().clientId }, data: { name: newId(), ...data } });
const create = () => call(createClient, { body: { meta: { name: "New" } } });

describe("the listing of a client", () => {
  it("is unlisted at first, and its publisher changes it at once", async () => {
    expect((await create()).body).toMatchObject({ listing: "unlisted", draft_companies: [] });
    for (const listing of ["draft", "listed", "unlisted"]) {
      const { status, body } = await patch({ listing });
      expect([status, body.listing, body.listing_requested_at]).toEqual([200, listing, null]);
    }
  });

  it("names the companies of a draft, in order and without duplicates", async () => {
    const ids = [(await mintCompany()).companyId, (await mintCompany()).companyId];
    const { body } = await patch({
      listing: "draft",
      draft_companies: [...ids.toReversed(), ...ids],
    });
    expect(body.draft_companies).toEqual(ids);
    expect((await patch({ draft_companies: [] })).body.draft_companies).toEqual([]);
  });

  it("security 118: says nothing about which of a draft's companies exist", async () => {
    const { companyId } = await mintCompany();
    const draft_companies = [companyId, 9_007_199_254_740_991];
    const { status, body } = await patch({ listing: "draft", draft_companies });
    expect([status, body.draft_companies]).toEqual([200, draft_companies]);
    const { body: present } = await call(getClient);
    expect(present).toMatchObject({ listing: "draft", draft_companies });
  });

  it.each([
    [{ listing: "public" }, "listing"],
    [{ draft_companies: [0] }, "draft_companies.0"],
    [{ draft_companies: ["1"] }, "draft_companies.0"],
    [{ draft_companies: Array.from({ length: 101 }, (_, index) => index + 1) }, "draft_companies"],
  ])("rejects %j", async (body, path) => {
    const { status, body: answer } = await patch(body);
    expect([status, answer.errors]).toMatchObject([400, [{ path }]]);
  });
});

describe("with REVIEW_LISTINGS=1", () => {
  beforeEach(() => void configureTestEnv({ REVIEW_LISTINGS: "1" }));

  it("a new client is a draft", async () => {
    expect((await create()).body).toMatchObject({ listing: "draft" });
  });

  it("choosing listed creates a request, which another choice withdraws", async () => {
    await rename();
    const { body: request } = await patch({ listing: "listed" });
    expect(request).toMatchObject({
      listing: "unlisted",
      listing_requested_at: expect.any(String),
    });
    const { body: again } = await patch({ listing: "listed" });
    expect(again.listing_requested_at).toBe(request.listing_requested_at);
    const { body: withdrawal } = await patch({ listing: "draft" });
    expect(withdrawal).toMatchObject({ listing: "draft", listing_requested_at: null });
  });

  it("a listed client stays listed without a new request", async () => {
    await rename({ listing: "listed" });
    const { body } = await patch({ listing: "listed" });
    expect(body).toMatchObject({ listing: "listed", listing_requested_at: null });
  });
});
