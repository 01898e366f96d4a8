import { z } from "zod";
import { answeredJson } from "@/lib/kernel/http/describe-content";
import { describeErrors } from "@/lib/kernel/http/describe-errors";

const answer = (description: string, status: string) => ({
  description,
  content: answeredJson(z.looseObject({ status: z.string().meta({ example: status }) })),
});

// Neither endpoint returns an error during an outage: /healthz ignores it and /readyz reports it in `status`.
const { "503": _outage, ...errors } = describeErrors("oauth", []);

/** OpenAPI description of the liveness probe. */
export const healthzDescription = {
  operationId: "healthz",
  summary: "Check that the process is alive",
  description: "Checks nothing else. Use it as a liveness probe.",
  tags: ["Health"],
  security: [],
  responses: { "200": answer("The process responds.", "ok"), ...errors },
};

/** OpenAPI description of the readiness probe. */
export const readyzDescription = {
  operationId: "readyz",
  summary: "Check that the service can serve requests",
  description:
    "Checks that the database responds, has every migration and accepts writes. Use it as a readiness probe.",
  tags: ["Health"],
  security: [],
  responses: {
    "200": answer("The service can serve requests.", "ready"),
    ...errors,
    "503": answer(
      "The service cannot serve requests right now; `status` gives the reason.",
      "shutting down",
    ),
  },
};
