import { hotQuery } from "@/lib/kernel/db/pool";
import type { Subject } from "@/lib/kernel/subject";
import {
  AUTHENTICATED_CLIENT,
  credentialValues,
  ISSUE_COMPANY_TOKEN,
  ISSUE_ORGANIZATION_TOKEN,
  REDEEM_FOR_OFFLINE_TOKEN,
  REDEEM_FOR_ONLINE_TOKEN,
  REFRESH,
  type SentCredentials,
} from "@/lib/oauth/tokens/statements";

/** The client, the company or organization in the path, and the request id. */
export type TokenContext = { credentials: SentCredentials; subject: Subject; requestId: string };

/** A code as the client sent it. Only hashes reach the database. */
export type PresentedCode = {
  codeHash: Buffer;
  scopes: string[] | null;
  codeChallenge: string | null;
  redirectUri: string | null;
};

/** `scopes` null: the client is authenticated, but nothing was issued. */
export type IssuedRow = { scopes: string[] | null; expiresIn: number };

/** The seller that an online token acts for. */
export type SellerColumns = { userId: string; email: string; firstName: string; lastName: string };

function sharedValues({ credentials, subject, requestId }: TokenContext): unknown[] {
  return [...credentialValues(credentials), requestId, subject.companyId, subject.organizationId];
}

function codeValues(code: PresentedCode): unknown[] {
  return [code.codeHash, code.scopes, code.codeChallenge, code.redirectUri];
}

/** Redeems a code for an online token; null when the client is not authenticated. */
export async function redeemForOnlineToken(
  context: TokenContext,
  code: PresentedCode,
  tokenHash: Buffer,
  lifetimeSeconds: number,
): Promise<(IssuedRow & SellerColumns) | null> {
  const values = [...sharedValues(context), ...codeValues(code), tokenHash, lifetimeSeconds];
  const [row] = await hotQuery<IssuedRow & SellerColumns>(
    "redeem-online",
    REDEEM_FOR_ONLINE_TOKEN,
    values,
  );
  return row ?? null;
}

/** Redeems a code for an offline token and a refresh token; null when the client is not authenticated. */
export async function redeemForOfflineToken(
  context: TokenContext,
  code: PresentedCode,
  tokenHash: Buffer,
  refreshTokenHash: Buffer,
  familyId: string,
): Promise<IssuedRow | null> {
  const values = [
    ...sharedValues(context),
    ...codeValues(code),
    tokenHash,
    refreshTokenHash,
    familyId,
  ];
  const [row] = await hotQuery<IssuedRow>("redeem-offline", REDEEM_FOR_OFFLINE_TOKEN, values);
  return row ?? null;
}

/**
 * Issues a new offline token for a refresh token; null if the client is not authenticated. For a
 * client that rotates, nothing is issued and `rotates` is true.
 */
export async function refreshToken(
  context: TokenContext,
  presented: { refreshTokenHash: Buffer; scopes: string[] | null; codeHash: Buffer | null },
  tokenHash: Buffer,
): Promise<(IssuedRow & { rotates: boolean }) | null> {
  const { refreshTokenHash, scopes, codeHash } = presented;
  const values = [...sharedValues(context), refreshTokenHash, scopes, codeHash, tokenHash];
  const [row] = await hotQuery<IssuedRow & { rotates: boolean }>("refresh", REFRESH, values);
  return row ?? null;
}

/** With the facts that explain why nothing was issued. */
export type ClientCredentialsRow = IssuedRow & {
  grantTypes: string[];
  /** What the client could have had. */
  ownScopes: string[];
  /** What the company granted; null at an organization, and where nothing is granted. */
  grantedScopes: string[] | null;
  clientScopes: string[];
  ownOrganizationId?: string;
  grantId?: string | null;
};

/** Issues a client's own token; null when the client is not authenticated. */
export async function issueOwnToken(
  context: TokenContext,
  scopes: string[] | null,
  tokenHash: Buffer,
): Promise<ClientCredentialsRow | null> {
  const values = [...sharedValues(context), scopes, tokenHash];
  const [row] =
    context.subject.organizationId === null
      ? await hotQuery<ClientCredentialsRow>("issue-company-token", ISSUE_COMPANY_TOKEN, values)
      : await hotQuery<ClientCredentialsRow>(
          "issue-organization-token",
          ISSUE_ORGANIZATION_TOKEN,
          values,
        );
  return row ?? null;
}

const AUTHENTICATE = `WITH ${AUTHENTICATED_CLIENT} SELECT client_id FROM client`;

/** Whether the credentials are those of an active client. */
export async function isAuthenticated(credentials: SentCredentials): Promise<boolean> {
  const values = credentialValues(credentials);
  return (await hotQuery("authenticate-client", AUTHENTICATE, values)).length > 0;
}
