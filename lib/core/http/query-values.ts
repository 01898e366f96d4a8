import { z } from "zod";
import type { ZodOpenApiOverrideMetaContext } from "zod-openapi";

// JavaScript represents fifteen digits exactly.
const DIGITS = /^(0|[1-9]\d{0,14})$/;

/** A whole number in a query, in decimal digits: not `1e3`, `0x10`, `+1`, `1.0` or spaces, which `Number` accepts. */
export function wholeNumber(min: number, max: number, description: string) {
  const message = `must be a whole number from ${min} to ${max}, in decimal digits`;
  return z
    .string(message)
    .regex(DIGITS, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message))
    .meta({
      description,
      override: ({ jsonSchema }: ZodOpenApiOverrideMetaContext) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: "integer", minimum: min, maximum: max });
      },
    });
}

/** A boolean in a query: `true` or `false`, in lower case. */
export function flag(description: string) {
  return z
    .enum(["true", "false"], "must be true or false")
    .transform((text) => text === "true")
    .meta({
      description,
      override: ({ jsonSchema }: ZodOpenApiOverrideMetaContext) => {
        delete jsonSchema.enum;
        jsonSchema.type = "boolean";
      },
    });
}
