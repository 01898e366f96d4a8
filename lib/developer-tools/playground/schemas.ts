import { z } from "zod";
import { playgroundSteps } from "@/lib/developer-tools/playground/values";

/** How a step ended; every outcome except `done` leaves the run unchanged. */
export const playgroundOutcomes = ["done", "consent_needed", "sign_in_needed", "refused"] as const;

export const MAX_RUN_LENGTH = 8_000;

export const exchangeSchema = z
  .looseObject({
    step: z.enum(playgroundSteps),
    outcome: z.enum(playgroundOutcomes),
    message: z.string().meta({
      description: "What happened, why, and what to do next.",
      example: "The company has granted these scopes, so authorize issued a code at once.",
    }),
    request: z.looseObject({
      method: z.enum(["GET", "POST"]),
      address: z.string().meta({
        example:
          "http://127.0.0.1:3000/service/panel/authentication/v1.0/company/42/oauth/authorize?client_id=6740f1c2a9d34e0b7c51f1aa&response_type=code",
      }),
      curl: z.string().meta({
        description:
          "The request as a command, with variables such as `$CLIENT_SECRET` in place of secrets.",
        example:
          "curl -i 'http://127.0.0.1:3000/service/panel/authentication/v1.0/company/42/oauth/authorize?client_id=6740f1c2a9d34e0b7c51f1aa&response_type=code'",
      }),
    }),
    response: z.looseObject({
      status: z.int().meta({ example: 302 }),
      headers: z.record(z.string(), z.string()).meta({ example: { "cache-control": "no-store" } }),
      body: z.string().meta({
        description: "The response body, with the same variables in place of secrets.",
        example: "",
      }),
    }),
    request_id: z.string().meta({
      description: "The id of the request in the failure log.",
      example: "6740f1c2a9d34e0b7c51f300",
    }),
    run: z.string().nullable().meta({
      description:
        "The state that the next step needs, encrypted for this caller, client and company; null before authorize has led to consent or a code. Valid for 15 minutes.",
    }),
    possible_steps: z.array(z.enum(playgroundSteps)).meta({
      description: "Steps that the run can make now.",
    }),
  })
  .meta({ id: "PlaygroundExchange" });
