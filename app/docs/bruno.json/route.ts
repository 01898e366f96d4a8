import { brunoCollection } from "@/components/docs/bruno-collection";
import { asOpenApiDocument } from "@/components/docs/openapi-document";
import { describeApi } from "@/lib/http/describe-api";
import { jsonDownload } from "@/lib/http/download";

export const dynamic = "force-dynamic";

/** The API of this installation as a collection for Bruno. */
export function GET(): Response {
  const collection = brunoCollection(asOpenApiDocument(describeApi()));
  return jsonDownload("latchkey.bruno_collection.json", collection);
}
