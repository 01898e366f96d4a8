import { sessionCookieName } from "@/lib/auth/session-cookie";
import { env } from "@/lib/env";
import { buildOpenApi } from "@/lib/http/openapi";
import { contracts, operations } from "@/lib/http/operations";
import { processState } from "@/lib/process-state";

/** The API of this installation as an OpenAPI document, made once. */
export function describeApi(): ReturnType<typeof buildOpenApi> {
  return processState("openapi", () =>
    buildOpenApi({
      contracts,
      operations,
      baseUrl: env().baseUrl,
      sessionCookie: sessionCookieName(),
    }),
  );
}
