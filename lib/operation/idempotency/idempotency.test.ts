import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createClient } from "@/lib/clients/write-clients";
import { db } from "@/lib/core/db/client";
import { readIdempotencyKey } from "@/lib/operation/idempotency/run-once-per-key";
import { takesIdempotencyKey } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { organizationScene } from "@/test/requests/client-scene";

const { id, call } = organizationScene();

const create = (key: string, name = "Shipfast") =>
  call(createClient, { body: { meta: { name } }, headers: { "idempotency-key": key } });

const countClients = () => db().client.count({ where: { organizationId: id() } });

describe("a request with an Idempotency-Key", () => {
  it("gets the first response on repetition, including its secret and ETag, and creates nothing", async () => {
    const first = await create("a");
    const again = await create("a");
    expect(first.status).toBe(201);
    expect([again.status, again.body]).toEqual([201, first.body]);
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

  it("counts as new after a day", async () => {
    await create("e");
    await db().idempotentRequest.updateMany({
      where: { organizationId: id(), key: "e" },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    expect((await create("e")).headers.has("idempotency-replayed")).toBe(false);
    expect(await countClients()).toBe(2);
  });

  it("stores no secret in clear", async () => {
    const { body } = await create("f");
    const [secret = ""] = createClient.returns.schema.parse(body).secret;
    const row = await db().idempotentRequest.findFirstOrThrow({
      where: { organizationId: id(), key: "f" },
    });
    expect(Buffer.from(row.encrypted ?? []).includes(secret)).toBe(false);
  });
});

describe("the Idempotency-Key header", () => {
  it("is taken only by a POST that creates something", () => {
    const returns = json(z.object({}), "It.");
    const created = { ...returns, status: 201 } as const;
    expect(takesIdempotencyKey({ method: "POST", returns: created })).toBe(true);
    expect(takesIdempotencyKey({ method: "POST", returns })).toBe(false);
    expect(takesIdempotencyKey({ method: "PUT", returns: created })).toBe(false);
  });

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
