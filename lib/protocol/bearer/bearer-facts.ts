import type { TokenState } from "@/lib/protocol/tokens/token-state";

export type AccessTokenKind = "offline" | "online" | "client_credentials";

/** The facts about a bearer token. */
export type BearerFacts = {
  state: TokenState;
  kind: AccessTokenKind;
  clientId: string;
  companyId: number | null;
  organizationId: string | null;
  userId: string | null;
  systemUserId: string;
  /** Without scopes that the grant or the client has lost. */
  scopes: string[];
};
