import { z } from "zod";
import { differencePartsSchema } from "@/lib/core/diagnosis/difference-schemas";
import { bool, text, textOrNull, texts } from "@/lib/core/schemas/described";

const MAX_URL_LENGTH = 4_000;

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
    checked: text("The redirect_uri that was compared.", "https://shipfast.example.com/fp/Auth"),
    accepted: bool("Whether authorize accepts it.", false),
    problem: textOrNull("Why it could not be registered as it is; null if it could."),
    nearest: textOrNull(
      "The registered address that was probably meant; null if the URL is accepted.",
      "https://shipfast.example.com/fp/auth",
    ),
    entries: z
      .array(
        z.looseObject({
          url: text("The registered address.", "https://shipfast.example.com/fp/auth"),
          components: texts("The parts that differ; empty for a match.", ["path_case"]),
          difference: textOrNull(
            "The differences in words.",
            "Upper and lower case of the path: /fp/Auth was sent, /fp/auth is expected.",
          ),
          difference_parts: differencePartsSchema,
        }),
      )
      .meta({ description: "Each registered address, in the order of the client." }),
  })
  .meta({ id: "RedirectCheckResult" });

export type RedirectCheckResult = z.output<typeof redirectCheckResultSchema>;
