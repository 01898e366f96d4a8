import { StartupError } from "@/lib/core/errors";
import { startBackgroundWork, wait } from "@/lib/core/process/wait";
import { log } from "@/lib/core/telemetry/log";
import { RulesError } from "@/lib/gate/rules/parse-rules";
import { readRulesFile, versionOf } from "@/lib/gate/rules/read-rules-file";
import { scopesOfRules } from "@/lib/gate/rules/rule";
import { noteRulesProblem, putRulesInForce, rulesInForce } from "@/lib/gate/rules/rules-in-force";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";

const POLL_MS = 1_000;

/** Puts the rules of a file in force. @throws StartupError if they cannot be used */
export async function loadRules(file: string): Promise<RulesFile> {
  const version = await versionOf(file);
  try {
    putRulesInForce(await readRulesFile(file));
  } catch (cause) {
    if (!(cause instanceof RulesError)) throw cause;
    throw new StartupError(`The rules of the gate (GATE_RULES) cannot be used.\n${cause.message}`);
  }
  return { file, version };
}

/** A rules file, and the version of it that was read last. */
type RulesFile = { file: string; version: string };

/**
 * Reads the file again if it has changed. If it cannot be used, the rules in force stay and the problem is noted.
 * @returns the file with its version
 */
export async function reloadRules(current: RulesFile): Promise<RulesFile> {
  const { file } = current;
  const version = await versionOf(file);
  if (version === current.version) return current;
  try {
    const rules = await readRulesFile(file);
    putRulesInForce(rules);
    log().info({ file, rules: rules.length }, "new gate rules in force");
  } catch (cause) {
    if (!(cause instanceof RulesError)) throw cause;
    noteRulesProblem({ message: cause.message, since: new Date() });
    log().error({ file, problem: cause.message }, "gate rules not usable; the old ones stay");
  }
  return { file, version };
}

/** Looks for a new version of the file once a second, until stopped. */
export function startRulesWatcher(loaded: RulesFile): () => Promise<void> {
  return startBackgroundWork((signal) => watch(loaded, signal));
}

async function watch(loaded: RulesFile, signal: AbortSignal): Promise<void> {
  let current = loaded;
  await warnOfUnknownScopes(current.file);
  while (!signal.aborted) {
    const next = await reloadRules(current);
    if (next !== current) await warnOfUnknownScopes(next.file);
    current = next;
    await wait(POLL_MS, { signal });
  }
}

/**
 * Logs which scopes of the rules in force are not in the catalogue. They may be misspelled, and then no token has them.
 * Only a warning: a scope works without an entry in the catalogue.
 */
async function warnOfUnknownScopes(file: string): Promise<void> {
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
