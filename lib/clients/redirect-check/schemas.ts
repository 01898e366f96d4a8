import { z } from "zod";
import { differencePartsSchema } from "@/lib/core/diagnosis/difference-schemas";

const MAX_URL_LENGTH = 4_000;

/** Request body for checking a redirect URL. */
export const redirectCheckSchema = z
  .strictObject({
    url: z
      .string()
      .trim()
      .min(1, "must contain an address")
      .max(MAX_URL_LENGTH, `must have at most ${MAX_URL_LENGTH} characters`)
      .meta({
        description:
          "The redirect_uri that was sent, or the complete authorize address that contains it.",
        example: "https://shipfast.example.com/fp/Auth",
      }),
  })
  .meta({ id: "RedirectCheck" });

/** How the address differs from each registered one. */
export const redirectCheckResultSchema = z
  .looseObject({
    checked: z.string().meta({
      description: "The redirect_uri that was compared.",
      example: "https://shipfast.example.com/fp/Auth",
    }),
    accepted: z.boolean().meta({ description: "Whether authorize accepts it.", example: false }),
    problem: z.string().nullable().meta({
      description: "Why it could not be registered as it is; null if it could.",
    }),
    nearest: z.string().nullable().meta({
      description: "The registered address that was probably meant; null if the URL is accepted.",
      example: "https://shipfast.example.com/fp/auth",
    }),
    entries: z
      .array(
        z.looseObject({
          url: z.string().meta({
            description: "The registered address.",
            example: "https://shipfast.example.com/fp/auth",
          }),
          components: z.array(z.string()).meta({
            description: "The parts that differ; empty for a match.",
            example: ["path_case"],
          }),
          difference: z.string().nullable().meta({
            description: "The differences in words.",
            example: "Upper and lower case of the path: /fp/Auth was sent, /fp/auth is expected.",
          }),
          difference_parts: differencePartsSchema,
        }),
      )
      .meta({ description: "Each registered address, in the order of the client." }),
  })
  .meta({ id: "RedirectCheckResult" });

/** The response to a check of a redirect URL. */
export type RedirectCheckResult = z.output<typeof redirectCheckResultSchema>;
