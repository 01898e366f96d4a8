import type { GateRule } from "@/lib/gate/rules/rule";

/** Every scope that rules name, once each. */
export function scopesOfRules(rules: readonly GateRule[]): string[] {
  return [...new Set(rules.flatMap(({ all, any }) => [...all, ...any]))];
}
