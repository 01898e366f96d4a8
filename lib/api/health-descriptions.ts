import { z } from "zod";
import { answeredJson } from "@/lib/kernel/http/describe-content";
import { describeErrors } from "@/lib/kernel/http/describe-errors";

const answer = (description: string, status: string) => ({
  description,
  content: answeredJson(z.looseObject({ status: z.string().meta({ example: status }) })),
});

// Neither answers an outage with an error: /healthz ignores it, and /readyz reports it in `status`.
const { "503": _outage, ...errors } = describeErrors("oauth", []);

/** OpenAPI description of the liveness probe. */
export const healthzDescription = {
  operationId: "healthz",
  summary: "Whether the process answers",
  description: "Checks nothing else. Meant for a liveness probe.",
  tags: ["Health"],
  security: [],
  responses: { "200": answer("The process answers.", "ok"), ...errors },
};

/** OpenAPI description of the readiness probe. */
export const readyzDescription = {
  operationId: "readyz",
  summary: "Whether requests can be served",
  description:
    "The database answers, has every migration and accepts writes. Meant for a readiness probe.",
  tags: ["Health"],
  security: [],
  responses: {
    "200": answer("Requests can be served.", "ready"),
    ...errors,
    "503": answer("Not yet, or not now; `status` says why.", "shutting down"),
  },
};
