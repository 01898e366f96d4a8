import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { processState } from "@/lib/core/process/process-state";
import type { PasswordFault } from "@/lib/identity/account/schemas";

// Out of 4. A score below 3 means fewer than 10^8 guesses: common passwords and their usual variations.
const LEAST_SCORE = 3;
// Estimating is slower than linear, and a password with a strong beginning is strong.
const MAX_JUDGED = 40;
// Without the person's own names, the rest of the password must still be long enough to resist guessing.
const LEAST_BESIDE_NAMES = 8;
// Shorter names occur in any text.
const SHORTEST_NAME = 3;

/** The person's names and address, which a guesser tries first. */
export type PasswordOwner = { email: string | null; firstName: string; lastName: string };

/** Checks a password in NFC, of valid length (NIST SP 800-63B section 3.1.1.2). Returns what is wrong with it, or null. */
export function judgePassword(
  password: string,
  { email, firstName, lastName }: PasswordOwner,
): Exclude<PasswordFault, "password"> | null {
  const address = email ?? "";
  const [account = "", host = ""] = address.split("@");
  const names = [address, account, host, ...account.split(/[._+-]/), firstName, lastName]
    .map((name) => name.normalize("NFC").toLowerCase())
    .filter((name) => name.length >= SHORTEST_NAME)
    .sort((left, right) => right.length - left.length);
  const judged = password.slice(0, MAX_JUDGED).toLowerCase();
  const beside = names.reduce((rest, name) => rest.replaceAll(name, ""), judged);
  if (beside !== judged && beside.length < LEAST_BESIDE_NAMES) return "password_personal";
  const { score } = estimator().check(password.slice(0, MAX_JUDGED), names);
  return score < LEAST_SCORE ? "password_common" : null;
}

function estimator(): ZxcvbnFactory {
  return processState(
    "password-estimator",
    () => new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }),
  );
}
