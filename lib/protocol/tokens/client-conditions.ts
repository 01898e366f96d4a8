import type { CheckName } from "@/lib/core/diagnosis/check-values";
import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import { allOf, type Conditions } from "@/lib/protocol/tokens/conditions";

/** Whether a company or an organization may be used, or why not; a closed one is a company. */
export type SubjectStatus = "active" | "suspended" | "closed";

/** The status of the company or organization that a code or token is for, for a message. */
export const SUBJECT_STATUS = (companyId: string, organizationId: string) => `
  coalesce((SELECT k.status::text FROM companies k WHERE k.id = ${companyId}),
    (SELECT v.status::text FROM organizations v WHERE v.id = ${organizationId}), 'active')`;

/**
 * Whether the company or organization that a code or token is for is active. True if it does not exist: whatever
 * needs it finds that out.
 */
export const SUBJECT_IS_ACTIVE = (companyId: string, organizationId: string) => `
  (coalesce((SELECT k.status = 'active' FROM companies k WHERE k.id = ${companyId}), true)
    AND coalesce((SELECT v.status = 'active' FROM organizations v WHERE v.id = ${organizationId}), true))`;

/** Whether the organization that owns the client `c` is active. */
export const PUBLISHER_IS_ACTIVE = `
  (SELECT v.status = 'active' FROM organizations v WHERE v.id = c.organization_id)`;

/** What messages about a suspension say of the client and of the company or organization. */
export type SuspensionFacts = {
  companyId: number | null;
  organizationId: string | null;
  /** Why an operator suspended the client; shown to its publisher and to sellers. */
  suspensionReason: string | null;
  subjectStatus: SubjectStatus;
};

type ClientCondition = {
  sql: string;
  check: CheckName;
  message: string | ((facts: SuspensionFacts) => string);
  fix: Fix;
};

const CONTACT_PLATFORM = { kind: "contact_platform" } as const;

/** What must be true of a client `c` that was not deleted to use it and its tokens. */
export const CLIENT_CONDITIONS = {
  client_inactive: {
    sql: "c.is_active",
    check: "client_active",
    message:
      "The client is inactive. Activate it in the console; its codes and refresh tokens then work again.",
    fix: { kind: "activate_client" },
  },
  client_suspended: {
    sql: "c.suspended_at IS NULL",
    check: "client_not_suspended",
    message({ suspensionReason }: Pick<SuspensionFacts, "suspensionReason">) {
      const what = "The platform has suspended this extension";
      if (!suspensionReason) return `${what}.`;
      return `${what}: ${suspensionReason.trim().replace(/(?<![.!?])$/, ".")}`;
    },
    fix: CONTACT_PLATFORM,
  },
  publisher_suspended: {
    sql: PUBLISHER_IS_ACTIVE,
    check: "publisher_active",
    message: "The platform has suspended the organization that publishes this extension.",
    fix: CONTACT_PLATFORM,
  },
} as const satisfies Conditions<ClientCondition>;

/** Whether a client `c` may do anything at all. */
export const CLIENT_IS_USABLE = `c.deleted_at IS NULL AND ${allOf(CLIENT_CONDITIONS)}`;

/** The condition that the company or organization of a request or token is active. */
export const activeSubject = (companyId: string, organizationId: string) =>
  ({
    sql: SUBJECT_IS_ACTIVE(companyId, organizationId),
    check: "subject_active",
    message(of: Omit<SuspensionFacts, "suspensionReason">) {
      const what =
        of.companyId === null ? `organization ${of.organizationId}` : `company ${of.companyId}`;
      return `The platform has ${of.subjectStatus === "closed" ? "closed" : "suspended"} ${what}.`;
    },
    fix: CONTACT_PLATFORM,
  }) as const satisfies ClientCondition;
