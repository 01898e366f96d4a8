import { asOpenApiDocument } from "@/components/docs/openapi-document";
import { postmanCollection } from "@/components/docs/postman-collection";
import { describeApi } from "@/lib/http/describe-api";
import { jsonDownload } from "@/lib/http/download";

export const dynamic = "force-dynamic";

/** The API of this installation as a collection for Postman. */
export function GET(): Response {
  const collection = postmanCollection(asOpenApiDocument(describeApi()));
  return jsonDownload("latchkey.postman_collection.json", collection);
}
