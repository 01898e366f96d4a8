import type { TokenState } from "@/lib/protocol/tokens/token-state";

export type AccessTokenKind = "offline" | "online" | "client_credentials";

/** What a bearer check finds. */
export type BearerFacts = {
  state: TokenState;
  kind: AccessTokenKind;
  clientId: string;
  companyId: number | null;
  organizationId: string | null;
  userId: string | null;
  systemUserId: string;
  /** Without those that the grant or the client lost. */
  scopes: string[];
};
