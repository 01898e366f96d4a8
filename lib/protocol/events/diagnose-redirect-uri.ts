import { parseRedirectUrl } from "@/lib/core/addresses/parse-redirect-url";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import {
  explainRedirectDifference,
  type RedirectComponent,
} from "@/lib/protocol/events/explain-redirect-difference";

/** If only these differ, the registered URL was probably mistyped. */
const SLIPS: ReadonlySet<RedirectComponent> = new Set(["path_case", "trailing_slash", "encoding"]);

/**
 * How an unregistered redirect URL differs from the registered ones, and whether to register it or send
 * the nearest one instead.
 * @param requested without `application_id`
 */
export function diagnoseRedirectUri(
  registered: readonly string[],
  requested: string,
): Pick<Diagnosis, "fix" | "difference"> {
  const difference = explainRedirectDifference(registered, requested);
  const { problem } = parseRedirectUrl(requested);
  const isSlip = difference?.components.every((component) => SLIPS.has(component)) ?? false;
  const nearest = difference
    ? `Nearest redirect URL: ${difference.nearest} (${difference.words}).`
    : "No redirect URL is registered.";
  if (problem === undefined && !isSlip) {
    return { fix: { kind: "register_redirect_url", url: requested }, difference: nearest };
  }
  const rejected =
    problem === undefined ? "" : ` The URL in the request could not be registered: it ${problem}.`;
  return {
    fix: { kind: "set_parameter", name: "redirect_uri", value: difference?.nearest ?? null },
    difference: `${nearest}${rejected}`,
  };
}
