import { z } from "zod";

/** An object with names that callers choose. Counts them first, because to check each takes time. */
export function boundedRecord<Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  key: Key,
  value: Value,
  max: number,
) {
  return z.preprocess(
    (sent, context) => {
      if (typeof sent === "object" && sent !== null && Object.keys(sent).length > max) {
        context.addIssue({ code: "custom", message: `must have at most ${max} entries` });
      }
      return sent;
    },
    z.record(key, value).meta({ maxProperties: max }),
  );
}
