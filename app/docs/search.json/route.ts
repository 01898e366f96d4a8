import { readSearchIndex } from "@/app/docs/read-reference";
import { jsonResponse } from "@/lib/core/http/responses";

export const dynamic = "force-dynamic";

/** What the search of the API reference knows. */
export function GET(): Response {
  return jsonResponse(200, readSearchIndex());
}
