import { z } from "zod";

const MAX_URL_LENGTH = 4_000;

/** Body of a check of a redirect URL. */
export const redirectCheckSchema = z
  .strictObject({
    url: z
      .string()
      .trim()
      .min(1, "must hold an address")
      .max(MAX_URL_LENGTH, `must have at most ${MAX_URL_LENGTH} characters`)
      .meta({
        description: "The redirect_uri that was sent, or the whole authorize address it stood in.",
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
    accepted: z.boolean().meta({ description: "Whether authorize takes it.", example: false }),
    problem: z.string().nullable().meta({
      description: "Why it could not be registered as it is; null when it could.",
    }),
    nearest: z.string().nullable().meta({
      description: "The registered address that was probably meant; null when it is accepted.",
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
            description: "What differs; empty for one that it matches.",
            example: ["path_case"],
          }),
          difference: z.string().nullable().meta({
            description: "The same in words.",
            example: "The path differs in case: /fp/Auth instead of /fp/auth.",
          }),
        }),
      )
      .meta({ description: "Each registered address, in the order of the client." }),
  })
  .meta({ id: "RedirectCheckResult" });

/** The answer to a check of a redirect URL. */
export type RedirectCheckResult = z.output<typeof redirectCheckResultSchema>;
