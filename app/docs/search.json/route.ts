import { readSearchIndex } from "@/app/docs/read-reference";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { storedJsonResponse } from "@/lib/core/http/stored-json";

export const dynamic = "force-dynamic";

/** What the search of the API reference knows. */
export function GET(request: ApiRequest): Response {
  return storedJsonResponse("search.json", readSearchIndex, request);
}
