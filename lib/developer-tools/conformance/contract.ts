import { z } from "zod";
import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import { baseUrlSchema } from "@/lib/clients/field-schemas";
import { sandboxCompanySchema } from "@/lib/developer-tools/sandbox-company-schema";
import { defineContract } from "@/lib/kernel/http/contract";

/** How a step ended. `warning`: it works but should be improved. */
export const verdicts = ["passed", "warning", "failed", "skipped"] as const;

const stepSchema = z
  .looseObject({
    step: z.string().meta({ description: "Name of the step.", example: "install" }),
    title: z.string().meta({
      description: "What the step checks.",
      example: "The install call redirects to authorize",
    }),
    verdict: z.enum(verdicts),
    message: z.string().meta({
      description: "What was seen.",
      example: "/fp/install responded with a redirect to authorize.",
    }),
    fix: z
      .string()
      .nullable()
      .meta({ description: "What to do about it; null if everything is fine." }),
  })
  .meta({ id: "ConformanceStep" });

/** POST prefix/{client_id}/conformance: takes the developer's own extension through the flow, step by step. */
export const runConformanceCheckContract = defineContract({
  operationId: "runConformanceCheck",
  method: "POST",
  path: `${CLIENT_PATH}/conformance`,
  summary: "Check an extension against the flow",
  description:
    "Acts as the platform towards the extension at the client's base_url, or at the one in the request, in a sandbox company: installs it, answers its authorize request, checks that it obtains its tokens, sends it a wrong state, launches it after its tokens have expired, and uninstalls it. Returns a verdict for each step. The installation in that company is removed at the end.",
  tag: "Clients",
  permission: "clients:write",
  params: ofClient,
  body: z.strictObject({
    company_id: sandboxCompanySchema,
    base_url: baseUrlSchema.unwrap().optional().meta({
      description: "Base URL of the extension for this check. Default: the client's base_url.",
      example: "http://127.0.0.1:8080",
    }),
  }),
  success: {
    status: 200,
    description: "The result of each step.",
    schema: z
      .looseObject({
        verdict: z.enum(verdicts).meta({ description: "The worst verdict of all steps that ran." }),
        steps: z.array(stepSchema),
      })
      .meta({ id: "ConformanceReport" }),
  },
  errors: ["conflict"],
});
