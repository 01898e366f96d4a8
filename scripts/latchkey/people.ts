import { parseArgs } from "node:util";
import type { OperatorRole } from "@/lib/core/permissions/platform-permissions";
import { offerRecoveryLink } from "@/lib/identity/account/recovery/recover-account";
import {
  changeOperator,
  type OperatorCandidate,
  type OperatorChange,
} from "@/lib/platform/operators/operator-role";
import { verifyOrganization } from "@/lib/tenants/organizations/organization";
import { readArguments, UsageError, withDatabase } from "./command";

/** Gives a person, named by email address or id, a role in the platform's staff, or ends it, and prints the outcome. */
export async function operator(args: string[]): Promise<boolean> {
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

/** Prints a link with which a person sets a new password, or says why it cannot. */
export async function recoverOwner([email]: string[]): Promise<boolean> {
  if (!email) throw new UsageError();
  const link = await withDatabase("owner recover", () => offerRecoveryLink(email));
  if (!link) {
    process.stderr.write(`There is no account with a password for ${email}. Check the address.\n`);
    return false;
  }
  process.stdout.write(
    `With this link, ${email} can set a new password. It turns off the second factor and signs out every browser.\nIt works once, within an hour:\n  ${link}\n`,
  );
  return true;
}

/** Marks an organization as verified, or undoes it, and prints what consent pages show. */
export async function verifyPublisher(args: string[]): Promise<boolean> {
  const options = { undo: { type: "boolean", default: false } } as const;
  const { argument: organizationId, values } = readArguments(args, options);
  const verified = !values.undo;
  const name = await withDatabase("organization verify", () =>
    verifyOrganization(organizationId, verified),
  );
  const outcome = verified
    ? "is verified. Consent pages now show sellers that you have verified this organization."
    : "is no longer verified. Consent pages now warn sellers about it.";
  if (name) process.stdout.write(`${name} ${outcome}\n`);
  else process.stderr.write(`There is no organization ${organizationId}.\n`);
  return name !== null;
}
