import { shareDatabase } from "@/lib/boot/share-database";
import { configureEnv } from "@/lib/kernel/env";
import type { OperatorRole } from "@/lib/kernel/platform-permissions";
import { StartupError } from "@/lib/kernel/startup-error";
import { changeOperator, type OperatorChange } from "@/lib/operators/change-operator";

/**
 * Gives a person a role in the platform's staff, or ends it, and prints what became of it.
 *
 * @param role null ends it
 * @returns Whether they have that role now.
 */
export async function noteOperator(email: string, role: OperatorRole | null): Promise<boolean> {
  try {
    const close = await shareDatabase(configureEnv(), "npm run operator");
    const change = await changeOperator(email, role).finally(close);
    const isDone = change === "changed" || change === "unchanged";
    (isDone ? process.stdout : process.stderr).write(`${explain(change, email, role)}\n`);
    return isDone;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}

function explain(change: OperatorChange, email: string, role: OperatorRole | null): string {
  switch (change) {
    case "changed":
      return role
        ? `${email} is ${NAMES[role]} now and can open /platform.`
        : `${email} is no longer an operator. The secrets of service keys that they have seen end in a day; the overview at /platform names them.`;
    case "unchanged":
      return `${email} is already ${NAMES[role ?? "operator"]}. Nothing was changed.`;
    case "unknown":
      return role
        ? `There is no active account for ${email}. Check the address; the person must have signed in once.`
        : `No operator has the address ${email}. Check the address.`;
    case "ambiguous":
      return `Several people of the platform have the address ${email}. Give them different addresses, or set OIDC_OPERATORS_CLAIM.`;
  }
}

const NAMES: Readonly<Record<OperatorRole, string>> = {
  operator: "an operator",
  support: "a member of support",
};
