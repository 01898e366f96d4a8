import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import type { PasswordFault } from "@/lib/accounts/schemas";
import { processState } from "@/lib/kernel/process-state";

// Out of 4. Below 3 fewer than 10^8 guesses find it: a list of common passwords and what people do to
// them.
const LEAST_SCORE = 3;
// Estimating takes longer than linear time, and what is strong here is strong as a whole.
const MOST_JUDGED = 40;
// What is left of a password without the person's own names must be hard to guess by its length.
const LEAST_BESIDE_NAMES = 8;
// Shorter ones are in any text.
const SHORTEST_NAME = 3;

/** Whose password it is to be: what somebody who guesses tries first. */
export type PasswordOwner = { email: string; firstName: string; lastName: string };

/**
 * What is wrong with a password of the right length that a person chose (NIST SP 800-63B section
 * 3.1.1.2), or null.
 */
export function judgePassword(
  password: string,
  { email, firstName, lastName }: PasswordOwner,
): Exclude<PasswordFault, "password"> | null {
  const [account = "", host = ""] = email.split("@");
  const names = [email, account, host, ...account.split(/[._+-]/), firstName, lastName]
    .map((name) => name.toLowerCase())
    .filter((name) => name.length >= SHORTEST_NAME)
    .sort((left, right) => right.length - left.length);
  const judged = password.slice(0, MOST_JUDGED).toLowerCase();
  const beside = names.reduce((rest, name) => rest.replaceAll(name, ""), judged);
  if (beside !== judged && beside.length < LEAST_BESIDE_NAMES) return "password_personal";
  const { score } = estimator().check(password.slice(0, MOST_JUDGED), names);
  return score < LEAST_SCORE ? "password_common" : null;
}

function estimator(): ZxcvbnFactory {
  return processState(
    "password-estimator",
    () => new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }),
  );
}
