import type { CheckName } from "@/lib/core/diagnosis/check-values";
import type { ServiceError } from "@/lib/core/errors";
import { type InstallBlock, isInstallBlock } from "@/lib/protocol/authorize/find-install-error";

/** Who can do something about a cause. */
type Turn = "seller" | "publisher" | "platform";

/** Why an authorize request ends on a page of ours, as far as sellers need to know, and whose turn it is. */
export const causeTurns = {
  unknown_extension: "seller",
  switched_off: "publisher",
  address: "publisher",
  malformed: "publisher",
  spent: "seller",
  wrong_account: "seller",
  wrong_link: "publisher",
  role: "seller",
  stale_form: "seller",
  ours: "platform",
  busy: "seller",
  client_not_suspended: "platform",
  publisher_active: "platform",
  subject_active: "platform",
  listing: "publisher",
} as const satisfies Record<string, Turn>;

/** A row of {@link causeTurns}. */
export type Cause = keyof typeof causeTurns;

const CAUSES: Partial<Record<CheckName, Exclude<Cause, InstallBlock>>> = {
  client_known: "unknown_extension",
  client_active: "switched_off",
  redirect_uri_registered: "address",
  sandbox_callback: "address",
  membership: "wrong_account",
  path: "wrong_link",
  consent_role: "role",
  consent_decision: "stale_form",
  consent_form: "stale_form",
  consent_person: "stale_form",
  origin: "stale_form",
};

/**
 * The cause of an error.
 * @param isKnown whether the request names an existing extension
 */
export function findCause({ code, status, diagnosis }: ServiceError, isKnown: boolean): Cause {
  const { check, fix } = diagnosis;
  if (code === "temporarily_unavailable") return "busy";
  if (status >= 500) return "ours";
  if (check === undefined) return "malformed";
  if (isInstallBlock(check)) return check;
  if (check === "parameter_present" && !isKnown) return "unknown_extension";
  if (fix?.kind === "push_request_again") return "spent";
  return CAUSES[check] ?? "malformed";
}
