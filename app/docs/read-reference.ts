import { buildSearchIndex, type SearchIndex } from "@/components/docs/find-operations";
import {
  asOpenApiDocument,
  listResources,
  type OpenApiDocument,
  type Resource,
} from "@/components/docs/openapi-document";
import { describeApi } from "@/lib/api/describe-api";
import { processState } from "@/lib/core/process/process-state";

/** The document that `/openapi.json` serves, by resource. */
export function readReference(): { document: OpenApiDocument; resources: readonly Resource[] } {
  return processState("docs-reference", () => {
    const document = asOpenApiDocument(describeApi());
    return { document, resources: listResources(document) };
  });
}

/** The index of the search, built once. */
export function readSearchIndex(): SearchIndex {
  return processState("docs-search", () => buildSearchIndex(asOpenApiDocument(describeApi())));
}
