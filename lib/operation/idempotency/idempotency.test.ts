import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createClient } from "@/lib/clients/create-client";
import { listClients } from "@/lib/clients/list-clients";
import { db } from "@/lib/core/db/client";
import { pageSchema } from "@/lib/core/schemas/page-schemas";
import { readIdempotencyKey } from "@/lib/operation/idempotency/idempotency-key";
import {
  type MintedOrganization,
  type MintedUser,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { callRoute } from "@/test/requests/call-route";

let organization: MintedOrganization;

beforeEach(async () => {
  organization = await mintOrganization();
});

const create = (key: string, name = "Shipfast", as: MintedUser = organization.owner) =>
  callRoute(createClient, {
    params: { organization_id: organization.organizationId },
    as,
    body: { meta: { name } },
    headers: { "idempotency-key": key },
  });

async function countClients(): Promise<number> {
  const params = { organization_id: organization.organizationId };
  const { body } = await callRoute(listClients, {
    params,
    as: organization.owner,
  });
  return pageSchema.parse(body.page).total;
}

describe("a request with an Idempotency-Key", () => {
  it("gets the first response on repetition, including its secret and ETag, and creates nothing", async () => {
    const first = await create("a");
    const again = await create("a");
    expect(first.status).toBe(201);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(first.headers.has("idempotency-replayed")).toBe(false);
    expect(await countClients()).toBe(1);
  });

  it("creates one resource when sent 30 times at once; early repetitions get 409", async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => create("parallel")));
    const created = answers.filter(({ status }) => status === 201);
    const early = answers.filter(({ status }) => status === 409);
    expect(created.length).toBeGreaterThan(0);
    expect(created.length + early.length).toBe(30);
    expect(await countClients()).toBe(1);
  });

  it("is rejected without effect when the key belongs to a different request", async () => {
    await create("b", "Shipfast");
    const other = await create("b", "Shipslow");
    expect(other.status).toBe(422);
    expect(await countClients()).toBe(1);
  });

  it("releases its key when it fails", async () => {
    expect((await create("c", "")).status).toBe(400);
    expect((await create("c", "Shipfast")).status).toBe(201);
  });

  it("never matches another caller's key", async () => {
    const admin = await mintMember(organization.organizationId, "admin");
    const first = await create("d");
    const second = await create("d", "Shipfast", admin);
    expect(second.status).toBe(201);
    expect(second.body).not.toEqual(first.body);
  });

  it("counts as new after a day", async () => {
    await create("e");
    await db().idempotentRequest.updateMany({
      where: { organizationId: organization.organizationId, key: "e" },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    expect((await create("e")).headers.has("idempotency-replayed")).toBe(false);
    expect(await countClients()).toBe(2);
  });

  it("stores no secret in clear", async () => {
    const { body } = await create("f");
    const [secret = ""] = createClient.returns.schema.parse(body).secret;
    const row = await db().idempotentRequest.findFirstOrThrow({
      where: { organizationId: organization.organizationId, key: "f" },
    });
    expect(Buffer.from(row.encrypted ?? []).includes(secret)).toBe(false);
  });
});

describe("the Idempotency-Key header", () => {
  const read = (value: string) => readIdempotencyKey(new Headers({ "idempotency-key": value }));

  it("is the same with and without quotes", () => {
    expect(read('"abc 1"')).toBe("abc 1");
    expect(read("abc 1")).toBe("abc 1");
    expect(readIdempotencyKey(new Headers())).toBeNull();
  });

  it("is a key of 1 to 200 printable characters or gets invalid_request", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\x20-\x7e\xa0-\xff]{0,250}$/), (text) => {
        try {
          expect(read(text)).toMatch(/^[\x20-\x7e]{1,200}$/);
        } catch (denial) {
          expect(denial).toMatchObject({ code: "invalid_request" });
        }
      }),
    );
  });
});
