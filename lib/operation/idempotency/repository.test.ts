import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import {
  type Answer,
  beginRequest,
  findRequest,
  forgetRequest,
  type IdempotentKey,
  listAnswersAfter,
  openAnswer,
  sealAnswer,
  storeAnswer,
} from "@/lib/operation/idempotency/repository";
import { scrubAnswers } from "@/lib/operation/idempotency/run-once-per-key";

const ANSWER: Answer = { status: 201, body: { name: "Shipfast" }, headers: {} };

/** A key, and those that differ from it in one part. */
let at: IdempotentKey;
let others: IdempotentKey[];

const hashOf = (key: IdempotentKey) => sha256(JSON.stringify(key));
const answerTo = async (key: IdempotentKey) => (await findRequest(key))?.answer;

beforeEach(async () => {
  at = { organizationId: newId(), actor: `user:${newId()}`, key: "a" };
  others = [
    { ...at, organizationId: newId() },
    { ...at, actor: `user:${newId()}` },
    { ...at, key: "b" },
  ];
  for (const key of [at, ...others]) await beginRequest(key, hashOf(key), 60);
});

afterEach(async () => {
  const organizationId = { in: [at, ...others].map((key) => key.organizationId) };
  await db().idempotentRequest.deleteMany({ where: { organizationId } });
});

describe("an Idempotency-Key", () => {
  it("finds the request of its own organization, caller, and key", async () => {
    for (const key of [at, ...others]) {
      const { requestHash = [] } = (await findRequest(key)) ?? {};
      expect(Buffer.from(requestHash)).toEqual(Buffer.from(hashOf(key)));
    }
  });

  it("stores the response to its own request only", async () => {
    await storeAnswer({ ...at, ...sealAnswer(ANSWER, at) });
    const stored = await answerTo(at);
    expect(stored && openAnswer(stored, at)).toEqual(ANSWER);
    for (const other of others) expect(await answerTo(other)).toBeNull();
  });

  it("is released without releasing others", async () => {
    await forgetRequest(at);
    expect(await findRequest(at)).toBeNull();
    for (const other of others) expect(await findRequest(other)).not.toBeNull();
  });

  it("is not released once its request has a response", async () => {
    await storeAnswer({ ...at, ...sealAnswer(ANSWER, at) });
    await forgetRequest(at);
    expect(await answerTo(at)).toMatchObject({ status: 201 });
  });
});

it("lists stored responses in order, without requests that have none", async () => {
  const key = (name: string) => ({ ...at, key: name });
  for (const name of ["c", "d"]) await beginRequest(key(name), hashOf(key(name)), 60);
  for (const name of ["a", "c", "d"]) {
    await storeAnswer({ ...key(name), ...sealAnswer(ANSWER, key(name)) });
  }
  const keysAfter = async (name: string, limit: number) =>
    (await listAnswersAfter({ ...key(name), limit })).map((answer) => answer.key);
  expect(await keysAfter("", 2)).toEqual(["a", "c"]);
  expect(await keysAfter("c", 1)).toEqual(["d"]);
});

it("rewrites a response that stands behind a batch of unreadable ones, and no other", async () => {
  const organizationId = newId();
  const name = `Ada ${organizationId}`;
  const unreadable = { status: 201, encrypted: new Uint8Array(40), encryptionKeyId: "gone" };
  const data = Array.from({ length: 200 }, (_, index) => ({
    organizationId,
    actor: "user:ada",
    key: `a${index}`,
    ...unreadable,
    requestHash: new Uint8Array(32),
    expiresAt: new Date(Date.now() + 60_000),
  }));
  await db().idempotentRequest.createMany({ data });
  const last = { organizationId, actor: "user:ada", key: "b" };
  await beginRequest(last, new Uint8Array(32), 60);
  const answered = { ...ANSWER, body: { names: [name, { name }], id: 1 } };
  await storeAnswer({ ...last, ...sealAnswer(answered, last) });

  await scrubAnswers((text) => (text === name ? "erased" : text));

  const answer = await answerTo(last);
  const erased = { names: ["erased", { name: "erased" }], id: 1 };
  expect(answer && openAnswer(answer, last).body).toEqual(erased);
  expect(await answerTo({ ...last, key: "a0" })).toMatchObject({ encryptionKeyId: "gone" });
});
