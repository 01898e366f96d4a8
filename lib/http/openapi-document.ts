import { describeApi } from "@/lib/http/describe-api";
import { jsonResponse } from "@/lib/http/responses";

/** `GET /openapi.json`: the API of this installation. */
export function openApiDocument(): Response {
  return jsonResponse(200, describeApi());
}
