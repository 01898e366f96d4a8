import { z } from "zod";
import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import { sandboxActions } from "@/lib/developer-tools/sandbox/values";
import { sandboxCompanySchema } from "@/lib/developer-tools/sandbox-company-schema";
import { defineContract } from "@/lib/kernel/http/contract";

/** POST prefix/{client_id}/sandbox: triggers events that otherwise take hours or a seller. */
export const runSandboxActionContract = defineContract({
  operationId: "runSandboxAction",
  method: "POST",
  path: `${CLIENT_PATH}/sandbox`,
  summary: "Trigger an event in a sandbox company",
  description:
    "Tests an extension: expires its tokens, replays its last code (which revokes the tokens issued from it), rejects pending consent requests, or uninstalls it with the signed call. Works only in sandbox companies.",
  tag: "Clients",
  permission: "clients:write",
  params: ofClient,
  body: z.strictObject({
    company_id: sandboxCompanySchema,
    action: z.enum(sandboxActions).meta({ description: "The event to trigger." }),
  }),
  success: {
    status: 200,
    description: "What happened.",
    schema: z
      .looseObject({
        company_id: z.int().meta({ example: 42 }),
        action: z.enum(sandboxActions),
        changed: z
          .int()
          .meta({ description: "The number of tokens, requests or installations affected." }),
        request_id: z.string().nullable().meta({
          description:
            "The id of the resulting denial in the failure log; null if nothing was denied.",
        }),
      })
      .meta({ id: "SandboxActionResult" }),
  },
});
