import { z } from "zod";
import { baseUrlSchema } from "@/lib/clients/field-schemas";
import { defineContract } from "@/lib/kernel/http/contract";
import { idSchema } from "@/lib/kernel/schemas/id-schema";

/** How a step ended. `warning`: it works, but should be better. */
export const verdicts = ["passed", "warning", "failed", "skipped"] as const;

const stepSchema = z
  .looseObject({
    step: z.string().meta({ description: "Name of the step.", example: "install" }),
    title: z.string().meta({
      description: "What the step looks at.",
      example: "The install call leads to authorize",
    }),
    verdict: z.enum(verdicts),
    message: z.string().meta({
      description: "What was seen.",
      example: "/fp/install answered 302 to authorize.",
    }),
    fix: z.string().nullable().meta({ description: "What to do about it; null when all is well." }),
  })
  .meta({ id: "ConformanceStep" });

/** POST prefix/{client_id}/conformance: drives the developer's own extension, step by step. */
export const runConformanceCheckContract = defineContract({
  operationId: "runConformanceCheck",
  method: "POST",
  path: "/service/partner/authorization/v1.0/organization/{organization_id}/oauth/client/{client_id}/conformance",
  summary: "Check an extension against the flow",
  description:
    "Plays the platform's part against the extension at the client's base_url, or at the one sent along, in a sandbox company: installs it, answers its authorize request, sees whether it gets its tokens, offers it a wrong state, launches it after its tokens ended, and uninstalls it. A verdict for each step. The installation in that company is removed at the end.",
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
    base_url: baseUrlSchema.unwrap().optional().meta({
      description: "Where the extension runs for this check; the client's base_url unless sent.",
      example: "http://127.0.0.1:8080",
    }),
  }),
  success: {
    status: 200,
    description: "What each step came to.",
    schema: z
      .looseObject({
        verdict: z.enum(verdicts).meta({ description: "The worst of all steps that ran." }),
        steps: z.array(stepSchema),
      })
      .meta({ id: "ConformanceReport" }),
  },
  errors: ["conflict"],
});
