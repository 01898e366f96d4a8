import { missingScopes } from "@/lib/gate/rules/rule";
import { rulesInForce } from "@/lib/gate/rules/rules-in-force";

const COMPANY = "{company_id}";

/**
 * The path of a GET that the gate allows with these scopes, for examples; null without one. It contains no parameter
 * but `{company_id}`.
 */
export function findOpenPath(scopes: readonly string[]): string | null {
  const rule = rulesInForce().rules.find(
    (each) =>
      each.methods.includes("GET") &&
      missingScopes(each, scopes).length === 0 &&
      !each.path.replace(COMPANY, "").includes("{"),
  );
  return rule?.path ?? null;
}
