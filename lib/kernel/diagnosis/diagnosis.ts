import type { CheckName } from "@/lib/kernel/diagnosis/check-names";
import type { Fix } from "@/lib/kernel/diagnosis/fix-schemas";

/** What the developer of a client may know of a refusal beyond its public message. */
export type Diagnosis = {
  /** The check that failed. */
  check?: CheckName;
  fix?: Fix;
  /** How what was sent differs from what is registered or granted, in words. */
  difference?: string;
  /** Whose credential was refused, where only the check knows. */
  owner?: { clientId: string; companyId: number | null; organizationId: string | null };
};
