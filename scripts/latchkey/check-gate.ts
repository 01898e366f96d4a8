import { parseArgs } from "node:util";
import { ServiceError } from "@/lib/core/errors";
import { readCompanyId } from "@/lib/core/schemas/id-forms";
import { type TriedToken, tryCall } from "@/lib/gate/check/decide";
import { readOriginalRequest } from "@/lib/gate/check/original-request";
import { RulesError } from "@/lib/gate/rules/parse-rules";
import { readRulesFile } from "@/lib/gate/rules/read-rules-file";
import { type GateRule, scopesOfRules } from "@/lib/gate/rules/rule";
import { ruleMatcher } from "@/lib/gate/rules/rule-matcher";
import { catalogue } from "@/lib/protocol/scopes/catalogue";
import { parseScopes } from "@/lib/protocol/scopes/parse-scopes";
import { UsageError } from "./command";

/** The options that describe the token of a call. */
type TypedToken = { scopes?: string; company?: string };

/** Something in the command that the person can correct. */
class ArgumentError extends Error {}

/**
 * Checks a rules file of the gate and prints what is wrong with it, and what the gate would decide about a call. --call is
 * a method and a path, such as `GET /orders?page=1`; --scopes are the token's, separated by commas; without --company, it
 * is for an organization. Fails unless the file is valid and the call allowed.
 */
export async function run(args: string[]): Promise<boolean> {
  const text = { type: "string" } as const;
  const options = { call: text, scopes: text, company: text };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new UsageError();
  const { call } = values;
  try {
    const token = readToken(values);
    const rules = await readRulesFile(file);
    process.stdout.write(`${file} is valid. It has ${countOf(rules.length, "rule")}.\n`);
    process.stdout.write(unknownScopes(rules).map(warning).join(""));
    return call === undefined || printDecision(call, token, rules);
  } catch (error) {
    const isTold =
      error instanceof RulesError ||
      error instanceof ArgumentError ||
      error instanceof ServiceError;
    if (!isTold) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}

function readToken({ scopes, company }: TypedToken): TriedToken {
  const companyId = company === undefined ? null : readCompanyId(company);
  if (company !== undefined && companyId === null) {
    throw new ArgumentError("--company must be the id of a company, an integer from 1.");
  }
  return { companyId, scopes: parseScopes(scopes) };
}

// The catalogue that comes with Latchkey: a file can be checked before there is a database.
function unknownScopes(rules: readonly GateRule[]): string[] {
  const knownNames = new Set(catalogue.map(({ name }) => name));
  return scopesOfRules(rules).filter((scope) => !knownNames.has(scope));
}

function warning(scope: string): string {
  return `Warning: ${scope} is not in Latchkey's catalogue of scopes. Check the spelling, unless your platform has added it.\n`;
}

function printDecision(call: string, token: TriedToken, rules: readonly GateRule[]): boolean {
  const { rule, denied } = tryCall(readCall(call), token, ruleMatcher(rules));
  const which = rule ? `rule ${rules.indexOf(rule) + 1}, ${rule.path}` : "no rule";
  process.stdout.write(
    `${call}: ${which}\n${denied === null ? "Allowed." : `Denied. ${denied}`}\n`,
  );
  return denied === null;
}

/** Reads a call as the gate reads that of nginx. */
function readCall(call: string) {
  const space = call.indexOf(" ");
  const read = readOriginalRequest(
    new Headers({
      "x-original-method": call.slice(0, space),
      "x-original-uri": call.slice(space + 1),
    }),
  );
  if (space > 0 && !("problem" in read)) return read;
  throw new ArgumentError('--call must be a method and a path, such as "GET /orders?page=1".');
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
