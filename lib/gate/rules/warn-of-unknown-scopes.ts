import { log } from "@/lib/core/log";
import { rulesInForce } from "@/lib/gate/rules/rules-in-force";
import { scopesOfRules } from "@/lib/gate/rules/scopes-of-rules";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";

/**
 * Logs which scopes of the rules in force are not in the catalogue. They may be misspelled, and then no token has them.
 * Only a warning: a scope works without an entry in the catalogue.
 */
export async function warnOfUnknownScopes(file: string): Promise<void> {
  try {
    const described = await describeScopes(
      scopesOfRules([...rulesInForce().byTemplate.values()]),
      "en",
    );
    const scopes = described.filter(({ known }) => !known).map(({ name }) => name);
    if (scopes.length > 0) {
      log().warn({ file, scopes }, "gate rules name scopes that are not in the catalogue");
    }
  } catch (err) {
    // The rules are in force whether or not the database can be reached.
    log().warn({ err, file }, "could not look up the scopes of gate rules");
  }
}
