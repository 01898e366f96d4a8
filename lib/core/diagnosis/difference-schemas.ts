import { z } from "zod";

/** The sentences of a difference as names and values, for pages in other languages. */
export const differencePartsSchema = z
  .array(
    z
      .looseObject({
        name: z.string().meta({ description: "The sentence.", example: "not_granted" }),
        values: z.record(z.string(), z.string()).meta({
          description: "What it contains.",
          example: { scopes: "company/orders/write" },
        }),
      })
      .meta({ id: "DifferencePart" }),
  )
  .meta({ description: "The sentences of `difference` for programs." });

export type DifferenceParts = z.output<typeof differencePartsSchema>;
