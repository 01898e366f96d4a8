import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { answeredJson } from "@/lib/core/http/describe-content";
import { describeErrors } from "@/lib/core/http/describe-errors";

const answer = (description: string, status: string, fields: z.ZodRawShape = {}) => ({
  description,
  content: answeredJson(z.looseObject({ status: z.string().meta({ example: status }), ...fields })),
});

const versionField = z.string().optional().meta({
  description: "Only for operators and for service keys with `platform/log/read`.",
  example: "0.1.0",
});

// Neither endpoint returns an error during an outage: /healthz ignores it and /readyz reports it in `status`.
const { "503": _outage, ...errors } = describeErrors("oauth", []);

/** OpenAPI description of the liveness probe. */
export const healthzDescription: ZodOpenApiOperationObject & { operationId: string } = {
  operationId: "healthz",
  summary: "Check that the process is alive",
  description: "Checks nothing else. Use it as a liveness probe, without credentials.",
  tags: ["Health"],
  security: [{}, { bearer: ["platform/log/read"] }, { session: [] }],
  responses: { "200": answer("The process responds.", "ok", { version: versionField }), ...errors },
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
