import { expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import {
  beginRequest,
  findRequest,
  openAnswer,
  sealAnswer,
  storeAnswer,
} from "@/lib/operation/idempotency/repository";
import { mapStrings, scrubAnswers } from "@/lib/operation/idempotency/scrub-answers";

const BATCH = 200;

it("rewrites a response that stands behind a batch of unreadable ones, and no other", async () => {
  const [organizationId, name] = [newId(), `Ada ${newId()}`];
  const unreadable = { status: 201, encrypted: new Uint8Array(40), encryptionKeyId: "gone" };
  const data = Array.from({ length: BATCH }, (_, index) => ({
    ...{ organizationId, actor: "user:ada", key: `a${index}`, ...unreadable },
    requestHash: new Uint8Array(32),
    expiresAt: new Date(Date.now() + 60_000),
  }));
  await db().idempotentRequest.createMany({ data });
  const at = { organizationId, actor: "user:ada", key: "b" };
  await beginRequest(at, new Uint8Array(32), 60);
  await storeAnswer(at, sealAnswer({ status: 201, body: { name, id: 1 }, headers: {} }, at));

  await scrubAnswers((text) => (text === name ? "erased" : text));

  const answer = (await findRequest(at))?.answer;
  expect(answer && openAnswer(answer, at).body).toEqual({ name: "erased", id: 1 });
  const stored = { ...at, key: "a0" };
  expect((await findRequest(stored))?.answer).toMatchObject({ encryptionKeyId: "gone" });
});

it("replaces every text of a value, and keeps its form", () => {
  const value = { names: ["a", ["b"], { c: "d" }], count: 1, none: null };
  expect(mapStrings(value, (text) => text.toUpperCase())).toEqual({
    names: ["A", ["B"], { c: "D" }],
    count: 1,
    none: null,
  });
});
