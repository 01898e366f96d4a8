import { describeRow, type ScopeDescription } from "@/lib/scopes/describe-scopes";
import { listScopes } from "@/lib/scopes/repository";

/** Every scope that has words, by business object and name: what a scope picker offers. */
export async function listKnownScopes(): Promise<ScopeDescription[]> {
  return (await listScopes()).map(describeRow);
}
