import { configureEnv, unknownSettings } from "@/lib/core/env/env";
import { StartupError } from "@/lib/core/errors";
import { readCompanyId } from "@/lib/core/schemas/id-forms";
import { type TriedToken, tryCall } from "@/lib/gate/check/decide";
import { readOriginalRequest } from "@/lib/gate/check/original-request";
import { RulesError } from "@/lib/gate/rules/parse-rules";
import { readRulesFile } from "@/lib/gate/rules/read-rules-file";
import { type GateRule, scopesOfRules } from "@/lib/gate/rules/rule";
import { ruleMatcher } from "@/lib/gate/rules/rule-matcher";
import { checkProvider } from "@/lib/platform/provider/discover-provider";
import { catalogue } from "@/lib/protocol/scopes/catalogue";
import { parseScopes } from "@/lib/protocol/scopes/parse-scopes";
import { readArguments, UsageError } from "./command";

type TypedToken = { scopes?: string; company?: string };

/**
 * Checks a rules file, and prints what is wrong with it and what the gate decides about a --call such as `GET /orders`.
 * Fails unless the file is valid and the call allowed.
 */
export async function checkGate(args: string[]): Promise<boolean> {
  const text = { type: "string" } as const;
  const options = { call: text, scopes: text, company: text };
  const { argument: file, values } = readArguments(args, options);
  const { call } = values;
  const token = readToken(values);
  const rules = await readRulesFile(file).catch((cause: unknown) => {
    throw cause instanceof RulesError ? new StartupError(cause.message, { cause }) : cause;
  });
  const count = `${rules.length} rule${rules.length === 1 ? "" : "s"}`;
  process.stdout.write(`${file} is valid. It has ${count}.\n`);
  process.stdout.write(unknownScopes(rules).map(warning).join(""));
  return call === undefined || printDecision(call, token, rules);
}

function readToken({ scopes, company }: TypedToken): TriedToken {
  const companyId = company === undefined ? null : readCompanyId(company);
  if (company !== undefined && companyId === null) {
    throw new UsageError("--company must be the id of a company, an integer from 1.");
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
  throw new UsageError('--call must be a method and a path, such as "GET /orders?page=1".');
}

/** Checks the settings of the sign-in provider, reads its discovery document, and prints whether people can sign in. */
export async function checkSignIn(args: string[]): Promise<boolean> {
  if (args.length > 0) throw new UsageError();
  const { provider } = configureEnv();
  for (const warning of unknownSettings()) process.stderr.write(`Warning: ${warning}\n`);
  if (!provider) {
    process.stderr.write("There is no sign-in provider. Set OIDC_ISSUER as for the service.\n");
    return false;
  }
  const { isUsable, summary } = await checkProvider();
  (isUsable ? process.stdout : process.stderr).write(`Provider: ${summary}\n`);
  return isUsable;
}
