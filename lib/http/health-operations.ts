import { z } from "zod";
import type { Operation } from "@/lib/http/operation";

const statusSchema = z.looseObject({ status: z.string().meta({ example: "ok" }) });

const answer = (description: string) => ({
  description,
  content: { "application/json": { schema: statusSchema } },
});

/** What says how the service is. */
export const healthOperations: readonly Operation[] = [
  {
    method: "get",
    path: "/healthz",
    operation: {
      operationId: "healthz",
      summary: "Whether the process answers",
      description: "Asks nothing else: for a liveness probe.",
      tags: ["Health"],
      security: [],
      responses: { "200": answer("The process answers.") },
    },
  },
  {
    method: "get",
    path: "/readyz",
    operation: {
      operationId: "readyz",
      summary: "Whether requests can be served",
      description:
        "The database answers, has every migration and takes writes: for a readiness probe.",
      tags: ["Health"],
      security: [],
      responses: {
        "200": answer("Requests can be served."),
        "503": answer("Not yet, or not now; `status` says why."),
      },
    },
  },
];
