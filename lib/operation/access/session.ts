import type { OperatorRole } from "@/lib/core/permissions/platform-permissions";

/** A live session with its person. */
export type Session = {
  /** The role of a member of the platform's staff; null for anyone else. */
  operatorRole: OperatorRole | null;
  sessionId: string;
  userId: string;
  /** Null for a person of the platform without an address. */
  email: string | null;
  firstName: string;
  lastName: string;
};
