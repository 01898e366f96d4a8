import { sha256 } from "@/lib/core/crypto/hash";
import { ServiceError } from "@/lib/core/errors";
import type { KeyOwner } from "@/lib/operation/idempotency/idempotency-key";
import {
  type Answer,
  beginRequest,
  findRequest,
  forgetRequest,
  type IdempotentKey,
  openAnswer,
  sealAnswer,
  storeAnswer,
} from "@/lib/operation/idempotency/repository";

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
 * Runs a request once per Idempotency-Key: a retry is authorized again, gets the first response, and changes nothing. A
 * failed request changed nothing either and releases its key.
 *
 * @throws ServiceError idempotency_key_reused for another request with the same key; conflict while the first one is
 * running, or if it never finished because the process died; what `authorizeReplay` throws
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
  await storeAnswer(at, sealAnswer(answer, at));
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
  if (!sha256Equal(first.requestHash, requestHash)) {
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

function sha256Equal(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.from(left).equals(right);
}
