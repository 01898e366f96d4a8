import { type Columns, statement } from "@/lib/kernel/db/statement";
import type { Subject } from "@/lib/kernel/subject";
import {
  AUTHENTICATED_CLIENT,
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
export type SellerColumns = {
  /** The platform's id of the person if they have one, otherwise ours. */
  subject: string;
  email: string | null;
  firstName: string;
  lastName: string;
};

/** A refresh token as the client sent it, with the hash of a code sent along. */
export type PresentedRefreshToken = {
  refreshTokenHash: Buffer;
  scopes: string[] | null;
  codeHash: Buffer | null;
};

/** The values that every statement that issues tokens takes. */
export type SharedValues = SentCredentials & Subject & { requestId: string };

/** The values of a context. */
export function sharedValues({ credentials, subject, requestId }: TokenContext): SharedValues {
  return { ...credentials, ...subject, requestId };
}

const ISSUED = { scopes: "text[]", expiresIn: "int4" } satisfies Columns<IssuedRow>;

const redeemOnline = statement<
  SharedValues & PresentedCode & { tokenHash: Buffer; lifetime: number },
  IssuedRow & SellerColumns
>(
  "redeem-online",
  { ...ISSUED, subject: "text", email: "text", firstName: "text", lastName: "text" },
  REDEEM_FOR_ONLINE_TOKEN,
);

/** Redeems a code for an online token; null when the client is not authenticated. */
export async function redeemForOnlineToken(
  context: TokenContext,
  code: PresentedCode,
  tokenHash: Buffer,
  lifetimeSeconds: number,
): Promise<(IssuedRow & SellerColumns) | null> {
  const values = { ...sharedValues(context), ...code, tokenHash, lifetime: lifetimeSeconds };
  const [row] = await redeemOnline(values);
  return row ?? null;
}

const redeemOffline = statement<
  SharedValues &
    PresentedCode & { tokenHash: Buffer; newRefreshTokenHash: Buffer; familyId: string },
  IssuedRow
>("redeem-offline", ISSUED, REDEEM_FOR_OFFLINE_TOKEN);

/** Redeems a code for an offline token and a refresh token; null when the client is not authenticated. */
export async function redeemForOfflineToken(
  context: TokenContext,
  code: PresentedCode,
  tokenHash: Buffer,
  refreshTokenHash: Buffer,
  familyId: string,
): Promise<IssuedRow | null> {
  const issued = { tokenHash, newRefreshTokenHash: refreshTokenHash, familyId };
  const [row] = await redeemOffline({ ...sharedValues(context), ...code, ...issued });
  return row ?? null;
}

const refresh = statement<
  SharedValues & PresentedRefreshToken & { tokenHash: Buffer },
  IssuedRow & { rotates: boolean }
>("refresh", { ...ISSUED, rotates: "bool" }, REFRESH);

/**
 * Issues a new offline token for a refresh token; null if the client is not authenticated. For a
 * client that rotates, nothing is issued and `rotates` is true.
 */
export async function refreshToken(
  context: TokenContext,
  presented: PresentedRefreshToken,
  tokenHash: Buffer,
): Promise<(IssuedRow & { rotates: boolean }) | null> {
  const [row] = await refresh({ ...sharedValues(context), ...presented, tokenHash });
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

type OwnTokenValues = SharedValues & { scopes: string[] | null; tokenHash: Buffer };
type CompanyTokenRow = Omit<ClientCredentialsRow, "ownOrganizationId">;
type OrganizationTokenRow = Omit<ClientCredentialsRow, "grantId" | "grantedScopes"> & {
  grantedScopes: null;
};

const OWN_TOKEN = {
  ...ISSUED,
  grantTypes: "text[]",
  ownScopes: "text[]",
  clientScopes: "text[]",
} as const;

const issueCompanyToken = statement<OwnTokenValues, CompanyTokenRow>(
  "issue-company-token",
  { ...OWN_TOKEN, grantId: "text", grantedScopes: "text[]" },
  ISSUE_COMPANY_TOKEN,
);

const issueOrganizationToken = statement<OwnTokenValues, OrganizationTokenRow>(
  "issue-organization-token",
  { ...OWN_TOKEN, ownOrganizationId: "text", grantedScopes: "text" },
  ISSUE_ORGANIZATION_TOKEN,
);

/** Issues a client's own token; null when the client is not authenticated. */
export async function issueOwnToken(
  context: TokenContext,
  scopes: string[] | null,
  tokenHash: Buffer,
): Promise<ClientCredentialsRow | null> {
  const values = { ...sharedValues(context), scopes, tokenHash };
  const [row] =
    values.organizationId === null
      ? await issueCompanyToken(values)
      : await issueOrganizationToken(values);
  return row ?? null;
}

const findAuthenticated = statement<SentCredentials>(
  "authenticate-client",
  {},
  `WITH ${AUTHENTICATED_CLIENT} SELECT client_id FROM client`,
);

/** Whether the credentials are those of an active client. */
export async function isAuthenticated(credentials: SentCredentials): Promise<boolean> {
  return (await findAuthenticated(credentials)).length > 0;
}
