import type { CheckName } from "@/lib/core/diagnosis/check-values";
import type { Difference } from "@/lib/core/diagnosis/difference";
import type { Fix } from "@/lib/core/diagnosis/fix-schemas";

/** Details of an error for the client's developer, beyond its public message. */
export type Diagnosis = {
  check?: CheckName;
  fix?: Fix;
  difference?: Difference;
  /** Why the platform suspended the client, for sellers and for its publisher. */
  suspensionReason?: string | null;
  /** Whose credential was rejected, if only the check knows. */
  owner?: { clientId: string; companyId: number | null; organizationId: string | null };
};
