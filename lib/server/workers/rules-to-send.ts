import { rulesInForce } from "@/lib/gate/rules/rules-in-force";
import type { SentRules } from "@/lib/server/workers/messages";

/** The gate's rules in force in this process, for the workers. */
export function rulesToSend(): SentRules {
  const { rules, problem } = rulesInForce();
  return { rules, problem };
}
