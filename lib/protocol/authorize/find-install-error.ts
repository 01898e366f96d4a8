import type { CheckName } from "@/lib/core/diagnosis/check-values";
import type { ServiceError } from "@/lib/core/errors";
import type { Subject } from "@/lib/core/subject";
import { presentAuthorizeParameters } from "@/lib/protocol/authorize/parameters";
import { readContext } from "@/lib/protocol/authorize/read-context";
import { findFailure } from "@/lib/protocol/authorize/steps";

const BLOCKS = [
  "client_not_suspended",
  "publisher_active",
  "subject_active",
  "listing",
] as const satisfies readonly CheckName[];

/** A check that keeps a company or organization from installing a client, whatever the request contains. */
export type InstallBlock = (typeof BLOCKS)[number];

const STEPS: ReadonlySet<string> = new Set(["suspension", "subject", "listing"]);

/** Whether the check or cause with this name is an {@link InstallBlock}. */
export function isInstallBlock(check: string): check is InstallBlock {
  return BLOCKS.some((each) => each === check);
}

/** Why a company or organization cannot install a client now: something is suspended, or the client is a draft. */
export async function findInstallError(
  clientId: string,
  subject: Subject,
): Promise<ServiceError | null> {
  const parameters = presentAuthorizeParameters({ client_id: clientId });
  const context = await readContext({ parameters, subject, storedId: null, sessionId: null });
  const failure = await findFailure(context, ({ name }) => STEPS.has(name));
  return failure?.error ?? null;
}
