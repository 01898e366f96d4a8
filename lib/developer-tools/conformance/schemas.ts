import { z } from "zod";

/** How a step ended. `warning`: it works but should be improved. */
export const verdicts = ["passed", "warning", "failed", "skipped"] as const;

export const stepSchema = z
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
