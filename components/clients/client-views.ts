import type { ClientStatus, clientTypes } from "@/lib/clients/field-values";

/** Kinds of client, as on the wire. */
export type ClientType = (typeof clientTypes)[number];

/** One line of the client list. Times are ISO 8601. */
export interface ClientRow {
  clientId: string;
  name: string;
  /** Null without a logo. */
  logoUri: string | null;
  tags: readonly string[];
  clientType: ClientType;
  isActive: boolean;
  status: ClientStatus;
  /** Live secrets. */
  secretCount: number;
  createdAt: string;
  /** Null if it never requested a token. */
  lastUsedAt: string | null;
  /** Null for a client that was not deleted. */
  deletedAt: string | null;
}
