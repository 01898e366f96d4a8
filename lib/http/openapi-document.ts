import { sessionCookieName } from "@/lib/auth/session-cookie";
import { env } from "@/lib/env";
import { buildOpenApi } from "@/lib/http/openapi";
import { contracts, operations } from "@/lib/http/operations";
import { jsonResponse } from "@/lib/http/responses";
import { processState } from "@/lib/process-state";

/** `GET /openapi.json`: the API of this installation. */
export function openApiDocument(): Response {
  const document = processState("openapi", () =>
    buildOpenApi({
      contracts,
      operations,
      baseUrl: env().baseUrl,
      sessionCookie: sessionCookieName(),
    }),
  );
  return jsonResponse(200, document);
}
