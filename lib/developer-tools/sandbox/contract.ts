import { z } from "zod";
import { sandboxActions } from "@/lib/developer-tools/sandbox/values";
import { defineContract } from "@/lib/kernel/http/contract";
import { idSchema } from "@/lib/kernel/schemas/id-schema";

/** POST prefix/{client_id}/sandbox: makes happen at once what otherwise takes hours or a seller. */
export const runSandboxActionContract = defineContract({
  operationId: "runSandboxAction",
  method: "POST",
  path: "/service/partner/authorization/v1.0/organization/{organization_id}/oauth/client/{client_id}/sandbox",
  summary: "Make something happen in a sandbox company",
  description:
    "For testing an extension: ends its tokens now, replays its last code (which revokes what came of it), rejects what waits for consent, or uninstalls it with the signed call. Only in a company marked as sandbox.",
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
    action: z.enum(sandboxActions).meta({ description: "What is to happen." }),
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
          .meta({ description: "How many tokens, requests or installations it met." }),
        request_id: z.string().nullable().meta({
          description:
            "Finds the refusal it led to in the failure log; null when it refused nothing.",
        }),
      })
      .meta({ id: "SandboxActionResult" }),
  },
});
