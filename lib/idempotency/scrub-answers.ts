import { isReadable, openAnswer, sealAnswer } from "@/lib/idempotency/answer-box";
import { type IdempotentKey, keepAnswer, listAnswersAfter } from "@/lib/idempotency/repository";

const BATCH = 200;

/**
 * Rewrites the texts of all stored responses, in which a retry would still find a person who was erased.
 * Those whose encryption key is gone are left alone, because no one can read them.
 * @param scrub returns a text as it is to be kept
 */
export async function scrubAnswers(scrub: (text: string) => string): Promise<void> {
  let at: IdempotentKey = { organizationId: "", actor: "", key: "" };
  for (;;) {
    const rows = await listAnswersAfter(at, BATCH);
    for (const { organizationId, actor, key, ...kept } of rows) {
      at = { organizationId, actor, key };
      if (!isReadable(kept)) continue;
      const answer = openAnswer(kept, at);
      const body = scrubValue(answer.body, scrub);
      if (JSON.stringify(body) !== JSON.stringify(answer.body)) {
        await keepAnswer(at, sealAnswer({ ...answer, body }, at));
      }
    }
    if (rows.length < BATCH) return;
  }
}

function scrubValue(value: unknown, scrub: (text: string) => string): unknown {
  if (typeof value === "string") return scrub(value);
  if (Array.isArray(value)) return value.map((item) => scrubValue(item, scrub));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, scrubValue(field, scrub)]),
  );
}
