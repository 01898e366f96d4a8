import type { TokenState } from "@/lib/oauth/tokens/token-state";

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
  scopes: string[];
  /** Whether one of the accepted scopes was granted. */
  inScope: boolean;
};
