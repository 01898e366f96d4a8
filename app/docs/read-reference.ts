import { type FoundOperation, findOperations } from "@/components/docs/find-operations";
import { type Reference, readReference } from "@/components/docs/reference";
import { describeApi } from "@/lib/api/describe-api";
import { processState } from "@/lib/core/process/process-state";

/** The reference of this installation, from the document that `/openapi.json` serves. */
export function ownReference(): Reference {
  return processState("docs-reference", () => readReference(describeApi()));
}

const MAX_CHARACTERS = 100;

/** The operations that a query finds, the closest first. */
export function foundInReference(query: string): FoundOperation[] {
  const entries = ownReference().resources.flatMap((resource) => resource.entries);
  return findOperations(entries, query.slice(0, MAX_CHARACTERS));
}
