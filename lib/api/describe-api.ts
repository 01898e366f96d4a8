import { endpoints } from "@/lib/api/endpoints";
import { buildOpenApi } from "@/lib/api/openapi";
import { sessionCookieName } from "@/lib/auth/session-cookie";
import { env } from "@/lib/kernel/env";
import { processState } from "@/lib/kernel/process-state";

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
