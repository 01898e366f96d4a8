import { parseArgs } from "node:util";
import type { OperatorRole } from "@/lib/core/permissions/platform-permissions";
import { changeOperator, type OperatorChange } from "@/lib/platform/operators/change-operator";
import type { OperatorCandidate } from "@/lib/platform/operators/repository";
import { UsageError, withDatabase } from "./command";

/**
 * Gives a person a role in the platform's staff, or ends it, and prints the outcome. The person is named by email
 * address, or by id (--id) if the address does not name them for sure.
 */
export async function run(args: string[]): Promise<boolean> {
  const flag = { type: "boolean" } as const;
  const options = { id: { type: "string" }, support: flag, remove: flag } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { id, support, remove } = values;
  const [email] = positionals;
  const who = email ?? id;
  if (!who || (email && id) || (support && remove)) throw new UsageError();
  const role = remove ? null : support ? "support" : "operator";
  const person = email ? { email } : { id: who };
  const change = await withDatabase("operator", () => changeOperator(person, role));
  const isDone = change === "changed" || change === "unchanged";
  (isDone ? process.stdout : process.stderr).write(`${explain(change, who, role)}\n`);
  return isDone;
}

function explain(change: OperatorChange, who: string, role: OperatorRole | null): string {
  if (typeof change === "object") return listCandidates(change.candidates, who);
  switch (change) {
    case "changed":
      return role
        ? `${who} is ${NAMES[role]} now and can open /platform.`
        : `${who} is no longer an operator. The secrets of service keys that they have seen end in a day; the overview at /platform names them.`;
    case "unchanged":
      return `${who} is already ${NAMES[role ?? "operator"]}. Nothing was changed.`;
    case "unknown":
      return role
        ? `There is no active account for ${who}. Check it; the person must have signed in once.`
        : `There is no operator ${who}. Check the address or id.`;
  }
}

function listCandidates(candidates: readonly OperatorCandidate[], email: string): string {
  const why =
    candidates.length > 1
      ? "belongs to several people"
      : "is not verified, so anyone could have claimed it";
  return [
    `Nothing was changed: the address ${email} ${why}.`,
    "Find the right account, for example by its id at the platform, and repeat the command with --id instead of the address:",
    ...candidates.map(describe),
  ].join("\n");
}

function describe(person: OperatorCandidate): string {
  const { id, externalId, firstName, lastName, createdAt, lastSignedInAt } = person;
  return [
    `  --id ${id}`,
    `external_id ${externalId ?? "none"}`,
    `name ${firstName} ${lastName}`.trim(),
    `created ${createdAt.toISOString()}`,
    `last sign-in ${lastSignedInAt?.toISOString() ?? "never"}`,
  ].join(", ");
}

const NAMES: Readonly<Record<OperatorRole, string>> = {
  operator: "an operator",
  support: "a member of support",
};
