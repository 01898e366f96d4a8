import { z } from "zod";
import { answeredJson } from "@/lib/kernel/http/describe-content";
import { describeRefusals } from "@/lib/kernel/http/describe-refusals";
import type { Operation } from "@/lib/kernel/http/operation";

const answer = (description: string, status: string) => ({
  description,
  content: answeredJson(z.looseObject({ status: z.string().meta({ example: status }) })),
});

// Neither answers an outage with an error: /healthz ignores it, and /readyz reports it in `status`.
const { "503": _outage, ...refused } = describeRefusals("oauth", []);

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
      responses: {
        "200": answer("The process answers.", "ok"),
        ...refused,
      },
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
        "200": answer("Requests can be served.", "ready"),
        ...refused,
        "503": answer("Not yet, or not now; `status` says why.", "shutting down"),
      },
    },
  },
];
