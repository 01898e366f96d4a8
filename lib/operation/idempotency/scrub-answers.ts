import {
  type IdempotentKey,
  isReadable,
  listAnswersAfter,
  openAnswer,
  sealAnswer,
  storeAnswer,
} from "@/lib/operation/idempotency/repository";

const BATCH = 200;

/**
 * Rewrites the texts of all stored responses, in which a retry would still find an erased person. Responses whose
 * encryption key is gone are left alone, because no one can read them.
 * @param scrub returns the text to store instead
 */
export async function scrubAnswers(scrub: (text: string) => string): Promise<void> {
  let at: IdempotentKey = { organizationId: "", actor: "", key: "" };
  for (;;) {
    const rows = await listAnswersAfter({ ...at, limit: BATCH });
    for (const { organizationId, actor, key, ...kept } of rows) {
      at = { organizationId, actor, key };
      if (!isReadable(kept)) continue;
      const answer = openAnswer(kept, at);
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
