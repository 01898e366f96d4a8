import { foundInReference } from "@/app/docs/read-reference";
import type { FoundOperations } from "@/components/docs/operation-search";
import { jsonResponse } from "@/lib/core/http/responses";

export const dynamic = "force-dynamic";

const MAX_OPTIONS = 8;

/** What a search of the API reference finds while one types. */
export function GET(request: Request): Response {
  const operations = foundInReference(new URL(request.url).searchParams.get("q") ?? "");
  const body: FoundOperations = {
    total: operations.length,
    operations: operations.slice(0, MAX_OPTIONS),
  };
  return jsonResponse(200, body);
}
