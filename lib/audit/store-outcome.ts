import type { Change } from "@/lib/audit/record-change";
import type { StoreStatus } from "@/lib/core/values/import-status";

/** A change by the platform for its audit log, and for that of an organization if it concerns one. */
export type PlatformEntry = Change & { organizationId?: string | undefined };

/** What storing a record of an import did, with the entries that are still to be written. */
export type StoreOutcome = { status: StoreStatus; entries: readonly PlatformEntry[] };

/** What storing the same again does. */
export const UNCHANGED: StoreOutcome = { status: "unchanged", entries: [] };
