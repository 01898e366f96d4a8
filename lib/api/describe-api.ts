import { endpoints } from "@/lib/api/endpoints";
import { buildOpenApi } from "@/lib/api/openapi";
import { env } from "@/lib/core/env";
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
