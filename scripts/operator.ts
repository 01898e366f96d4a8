import { shareDatabase } from "@/lib/boot/share-database";
import { configureEnv } from "@/lib/kernel/env";
import { StartupError } from "@/lib/kernel/startup-error";
import { grantOperator, type OperatorGrant } from "@/lib/operators/grant-operator";

/**
 * Makes a person an operator and prints what became of it.
 *
 * @returns Whether they are one now.
 */
export async function noteOperator(email: string): Promise<boolean> {
  try {
    const close = await shareDatabase(configureEnv(), "npm run operator");
    const grant = await grantOperator(email).finally(close);
    const isOperator = grant === "granted" || grant === "operator_already";
    (isOperator ? process.stdout : process.stderr).write(`${explain(grant, email)}\n`);
    return isOperator;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}

function explain(grant: OperatorGrant, email: string): string {
  switch (grant) {
    case "granted":
      return `${email} is an operator now and can open /platform.`;
    case "operator_already":
      return `${email} is already an operator. Nothing was changed.`;
    case "unknown":
      return `There is no active account for ${email}. Check the address; the person must have signed in once.`;
    case "ambiguous":
      return `Several people of the platform have the address ${email}. Give them different addresses, or set OIDC_OPERATORS_CLAIM.`;
  }
}
