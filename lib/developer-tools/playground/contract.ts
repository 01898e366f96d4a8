import { z } from "zod";
import { playgroundSteps } from "@/lib/developer-tools/playground/values";
import { defineContract } from "@/lib/kernel/http/contract";
import { idSchema } from "@/lib/kernel/schemas/id-schema";

/** How a step ended; all but `done` leave the run where it was. */
export const playgroundOutcomes = ["done", "consent_needed", "sign_in_needed", "refused"] as const;

const MAX_RUN_LENGTH = 8_000;

const exchangeSchema = z
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
        description: "The request as a command; `$CLIENT_SECRET` and the like stand for secrets.",
        example:
          "curl -i 'http://127.0.0.1:3000/service/panel/authentication/v1.0/company/42/oauth/authorize?client_id=6740f1c2a9d34e0b7c51f1aa&response_type=code'",
      }),
    }),
    response: z.looseObject({
      status: z.int().meta({ example: 302 }),
      headers: z.record(z.string(), z.string()).meta({ example: { "cache-control": "no-store" } }),
      body: z.string().meta({
        description: "With the same names in place of secrets.",
        example: "",
      }),
    }),
    request_id: z.string().meta({
      description: "Finds the request in the failure log.",
      example: "6740f1c2a9d34e0b7c51f300",
    }),
    consent_url: z.string().nullable().meta({
      description: "Where the company is asked first; null unless `consent_needed`.",
    }),
    run: z.string().nullable().meta({
      description:
        "What the next step needs, encrypted for this caller, client and company; null before a code was issued. Good for 15 minutes.",
    }),
    possible_steps: z.array(z.enum(playgroundSteps)).meta({
      description: "Steps for which the run holds what they send.",
    }),
  })
  .meta({ id: "PlaygroundExchange" });

/** POST prefix/{client_id}/playground: makes one request of the flow for the developer who watches. */
export const runPlaygroundStepContract = defineContract({
  operationId: "runPlaygroundStep",
  method: "POST",
  path: "/service/partner/authorization/v1.0/organization/{organization_id}/oauth/client/{client_id}/playground",
  summary: "Make one request of the flow and see it",
  description:
    "Walks the flow in a sandbox company as the signed-in member, one request at a time, by the real endpoints: authorize, an online token, an offline token, a platform call, a refresh. Answers with the request as a curl command and with what came back, without secrets, codes and tokens. The answer's `run` goes into the body of the next step. A token has no person to sign in, so with one authorize leads to sign-in.",
  tag: "Clients",
  permission: "clients:write",
  params: z.object({
    organization_id: idSchema.meta({ description: "Organization that owns the client." }),
    client_id: idSchema.meta({ description: "Unique identifier of the client: the API key." }),
  }),
  body: z.strictObject({
    company_id: z
      .int()
      .min(1)
      .max(999_999_999)
      .meta({ description: "The sandbox company.", example: 42 }),
    step: z.enum(playgroundSteps).meta({ description: "Which request to make." }),
    redirect_uri: z.string().max(2_048).optional().meta({
      description: "For authorize: one of the client's redirect URLs; the first unless sent.",
    }),
    run: z.string().max(MAX_RUN_LENGTH).optional().meta({
      description: "`run` of the step before; needed by all but authorize.",
    }),
  }),
  success: { status: 200, description: "The request and its answer.", schema: exchangeSchema },
});
