import { describeApi } from "@/lib/api/describe-api";
import { jsonResponse } from "@/lib/core/http/responses";

/** `GET /openapi.json`: the API of this installation. */
export function openApiDocument(): Response {
  return jsonResponse(200, describeApi());
}
