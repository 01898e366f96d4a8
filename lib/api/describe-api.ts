import { endpoints } from "@/lib/api/endpoints";
import { buildOpenApi } from "@/lib/api/openapi";
import { env } from "@/lib/core/env";
import { jsonResponse } from "@/lib/core/http/responses";
import { processState } from "@/lib/core/process-state";
import { sessionCookieName } from "@/lib/identity/sessions/session-cookie";

/** The OpenAPI document of this installation, built once. */
export function describeApi(): ReturnType<typeof buildOpenApi> {
  return processState("openapi", () =>
    buildOpenApi({
      endpoints: endpoints.filter(({ isOffered }) => isOffered?.() ?? true),
      clusterUrl: env().clusterUrl,
      sessionCookie: sessionCookieName(),
    }),
  );
}

/** `GET /openapi.json`: the API of this installation. */
export function openApiDocument(): Response {
  return jsonResponse(200, describeApi());
}
