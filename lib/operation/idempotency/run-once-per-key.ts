import { sha256 } from "@/lib/core/crypto/hash";
import { ServiceError } from "@/lib/core/errors";
import type { RequestHeaders } from "@/lib/core/http/api-request";
import {
  type Answer,
  beginRequest,
  findRequest,
  forgetRequest,
  type IdempotentKey,
  isReadable,
  listAnswersAfter,
  openAnswer,
  sealAnswer,
  storeAnswer,
} from "@/lib/operation/idempotency/repository";

/** The owner of a key: everyone who sees the response. The organization is empty for callers of the platform's API. */
export type KeyOwner = { organizationId: string; actor: string };

const HEADER = "idempotency-key";

// Printable ASCII, quoted like the draft's structured field or bare, as most clients send it.
const KEY =
  /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,200})"|([\x21\x23-\x7e][\x20\x21\x23-\x7e]{0,199}))$/;

/** The key of a request that may be retried, 1 to 200 characters, or null. @throws ServiceError invalid_request */
export function readIdempotencyKey(headers: RequestHeaders): string | null {
  const header = headers.get(HEADER);
  if (header === null) return null;
  const match = KEY.exec(header);
  const key = match?.[1] ?? match?.[2];
  if (key !== undefined) return key;
  throw new ServiceError(
    "invalid_request",
    "Idempotency-Key must be 1 to 200 printable ASCII characters, for example a UUID.",
    { fields: [{ path: "Idempotency-Key", message: "must be 1 to 200 printable characters" }] },
  );
}

/** How long a key is remembered, in seconds: a day. */
const KEY_SECONDS = 24 * 60 * 60;

/** A request that may be repeated. */
type KeyedRequest = {
  /** What identifies it: operation and parsed input, as JSON values. */
  sent: unknown;
  run: () => Promise<Answer>;
  /** Throws for a caller who may not run it any more. */
  authorizeReplay: () => Promise<void>;
};

/**
 * Runs a request once per Idempotency-Key: a retry is authorized again and gets the first response. A failed request
 * releases its key. @throws ServiceError idempotency_key_reused for another request with the same key; conflict while
 * the first one has not finished; what `authorizeReplay` throws
 */
export async function runOncePerKey(
  owner: KeyOwner,
  key: string,
  { sent, run, authorizeReplay }: KeyedRequest,
): Promise<Answer> {
  const at = { ...owner, key };
  const requestHash = sha256(JSON.stringify(sent));
  if (!(await beginRequest(at, requestHash, KEY_SECONDS))) {
    return repeatAnswer(at, requestHash, authorizeReplay);
  }
  let answer: Answer;
  try {
    answer = await run();
  } catch (error) {
    await forgetRequest(at);
    throw error;
  }
  await storeAnswer({ ...at, ...sealAnswer(answer, at) });
  return answer;
}

async function repeatAnswer(
  at: IdempotentKey,
  requestHash: Uint8Array,
  authorizeReplay: () => Promise<void>,
): Promise<Answer> {
  const first = await findRequest(at);
  if (!first?.answer) {
    throw new ServiceError(
      "conflict",
      "The first request with this Idempotency-Key has not finished. Wait a few seconds and retry. If this persists for a minute, check whether the request took effect and use a new key.",
    );
  }
  if (!Buffer.from(first.requestHash).equals(requestHash)) {
    throw new ServiceError(
      "idempotency_key_reused",
      "This Idempotency-Key was used for another request in the last 24 hours. Use a new key for each request.",
    );
  }
  await authorizeReplay();
  const { body, headers } = openAnswer(first.answer, at);
  return {
    status: first.answer.status,
    body,
    headers: { ...headers, "idempotency-replayed": "true" },
  };
}

const BATCH = 200;

/** Rewrites the texts of stored responses, in which a retry would find an erased person, unless their key is gone. */
export async function scrubAnswers(scrub: (text: string) => string): Promise<void> {
  let at: IdempotentKey = { organizationId: "", actor: "", key: "" };
  for (;;) {
    const rows = await listAnswersAfter({ ...at, limit: BATCH });
    for (const { organizationId, actor, key, ...storedAnswer } of rows) {
      at = { organizationId, actor, key };
      if (!isReadable(storedAnswer)) continue;
      const answer = openAnswer(storedAnswer, at);
      const body = mapStrings(answer.body, scrub);
      if (JSON.stringify(body) !== JSON.stringify(answer.body)) {
        await storeAnswer({ ...at, ...sealAnswer({ ...answer, body }, at) });
      }
    }
    if (rows.length < BATCH) return;
  }
}

/** A JSON value with each string value replaced. The names of fields stay. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, mapStrings(field, change)]),
  );
}
