import type { TokenKey } from "@/lib/core/crypto/token-key";
import { batch, type RequestValues } from "@/lib/core/db/batch";
import type { Columns } from "@/lib/core/db/declared-sql";
import type { Subject } from "@/lib/core/subject";
import {
  AUTHENTICATED_CLIENT,
  CREDENTIALS,
  ISSUE_COMPANY_TOKEN,
  ISSUE_ORGANIZATION_TOKEN,
  REDEEM_FOR_OFFLINE_TOKEN,
  REDEEM_FOR_ONLINE_TOKEN,
  REFRESH,
  type SentCredentials,
} from "@/lib/protocol/tokens/statements";

/** The client, the company or organization in the path, and the request id. */
export type TokenContext = { credentials: SentCredentials; subject: Subject; requestId: string };

/** A code as the client sent it. Only hashes and days reach the database. */
export type PresentedCode = {
  codeHash: Buffer;
  codeDay: number;
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
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
};

/** A refresh token as the client sent it, with the hash and day of a code sent along. */
export type PresentedRefreshToken = {
  refreshTokenHash: Buffer;
  scopes: string[] | null;
  codeHash: Buffer | null;
  codeDay: number | null;
};

/** The values that every statement that issues tokens takes. */
export type SharedValues = SentCredentials & Subject & { requestId: string };

/** Their types in a statement. */
export const SHARED = {
  ...CREDENTIALS,
  companyId: "int8",
  organizationId: "text",
  requestId: "text",
} satisfies RequestValues<SharedValues>;

/** The types of a new access token's key in a statement. */
export const TOKEN_KEY = {
  tokenHash: "bytea",
  tokenDay: "int4",
} satisfies RequestValues<TokenKey>;

/** The values of a context. */
export function sharedValues({ credentials, subject, requestId }: TokenContext): SharedValues {
  return { ...credentials, ...subject, requestId };
}

/** The columns of tokens that were issued. */
export const ISSUED = { scopes: "text[]", expiresIn: "int4" } satisfies Columns<IssuedRow>;

const CODE = {
  codeHash: "bytea",
  codeDay: "int4",
  scopes: "text[]",
  codeChallenge: "text",
  redirectUri: "text",
} satisfies RequestValues<PresentedCode>;

/** The types of a refresh token in a statement. */
export const REFRESH_TOKEN = {
  refreshTokenHash: "bytea",
  scopes: "text[]",
  codeHash: "bytea",
  codeDay: "int4",
} satisfies RequestValues<PresentedRefreshToken>;

// Requests for the same code or refresh token take turns.
const codeOf = ({ codeHash }: PresentedCode) => codeHash.toString("latin1");
const dayOfCode = ({ codeDay }: PresentedCode) => codeDay;
/** Requests for the same refresh token take turns. */
export const refreshTokenOf = ({ refreshTokenHash }: PresentedRefreshToken) =>
  refreshTokenHash.toString("latin1");

const redeemOnline = batch<
  SharedValues & PresentedCode & TokenKey & { lifetime: number },
  IssuedRow & SellerColumns
>(
  "redeem-online",
  {
    ...ISSUED,
    subject: "text",
    email: "text",
    isEmailVerified: "bool",
    firstName: "text",
    lastName: "text",
  },
  { ...SHARED, ...CODE, ...TOKEN_KEY, lifetime: "int4" },
  REDEEM_FOR_ONLINE_TOKEN,
  { keyOf: codeOf, dayOf: dayOfCode },
);

/** Redeems a code for an online token; null when the client is not authenticated. */
export async function redeemForOnlineToken(
  context: TokenContext,
  code: PresentedCode,
  token: TokenKey,
  lifetimeSeconds: number,
): Promise<(IssuedRow & SellerColumns) | null> {
  const values = { ...sharedValues(context), ...code, ...token, lifetime: lifetimeSeconds };
  return (await redeemOnline(values)) ?? null;
}

const redeemOffline = batch<
  SharedValues & PresentedCode & TokenKey & { newRefreshTokenHash: Buffer; familyId: string },
  IssuedRow
>(
  "redeem-offline",
  ISSUED,
  { ...SHARED, ...CODE, ...TOKEN_KEY, newRefreshTokenHash: "bytea", familyId: "text" },
  REDEEM_FOR_OFFLINE_TOKEN,
  { keyOf: codeOf, dayOf: dayOfCode },
);

/** Redeems a code for an offline token and a refresh token; null when the client is not authenticated. */
export async function redeemForOfflineToken(
  context: TokenContext,
  code: PresentedCode,
  token: TokenKey,
  refreshTokenHash: Buffer,
  familyId: string,
): Promise<IssuedRow | null> {
  const newToken = { ...token, newRefreshTokenHash: refreshTokenHash, familyId };
  return (await redeemOffline({ ...sharedValues(context), ...code, ...newToken })) ?? null;
}

const refresh = batch<
  SharedValues & PresentedRefreshToken & TokenKey,
  IssuedRow & { rotates: boolean }
>(
  "refresh",
  { ...ISSUED, rotates: "bool" },
  { ...SHARED, ...REFRESH_TOKEN, ...TOKEN_KEY },
  REFRESH,
  { keyOf: refreshTokenOf },
);

/**
 * Issues a new offline token for a refresh token; null if the client is not authenticated. For a
 * client that rotates, nothing is issued and `rotates` is true.
 */
export async function refreshToken(
  context: TokenContext,
  presented: PresentedRefreshToken,
  token: TokenKey,
): Promise<(IssuedRow & { rotates: boolean }) | null> {
  return (await refresh({ ...sharedValues(context), ...presented, ...token })) ?? null;
}

/** With the facts that explain why nothing was issued. */
export type ClientCredentialsRow = IssuedRow & {
  grantTypes: string[];
  /** The scopes that the client is registered for. */
  ownScopes: string[];
  /** The scopes that the company granted; null for an organization, and without a grant. */
  grantedScopes: string[] | null;
  clientScopes: string[];
  ownOrganizationId?: string;
  grantId?: string | null;
};

type OwnTokenValues = SharedValues & TokenKey & { scopes: string[] | null };
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

const OWN_TOKEN_VALUES = {
  ...SHARED,
  scopes: "text[]",
  ...TOKEN_KEY,
} satisfies RequestValues<OwnTokenValues>;

const issueCompanyToken = batch<OwnTokenValues, CompanyTokenRow>(
  "issue-company-token",
  { ...OWN_TOKEN, grantId: "text", grantedScopes: "text[]" },
  OWN_TOKEN_VALUES,
  ISSUE_COMPANY_TOKEN,
);

const issueOrganizationToken = batch<OwnTokenValues, OrganizationTokenRow>(
  "issue-organization-token",
  { ...OWN_TOKEN, ownOrganizationId: "text", grantedScopes: "text" },
  OWN_TOKEN_VALUES,
  ISSUE_ORGANIZATION_TOKEN,
);

/** Issues a client's own token; null when the client is not authenticated. */
export async function issueOwnToken(
  context: TokenContext,
  scopes: string[] | null,
  token: TokenKey,
): Promise<ClientCredentialsRow | null> {
  const values = { ...sharedValues(context), scopes, ...token };
  const issue = values.organizationId === null ? issueCompanyToken : issueOrganizationToken;
  return (await issue(values)) ?? null;
}

const findAuthenticated = batch<SentCredentials, { clientId: string }>(
  "authenticate-client",
  { clientId: "text" },
  CREDENTIALS,
  `${AUTHENTICATED_CLIENT} SELECT n, client_id AS "clientId" FROM client`,
);

/** Whether the credentials are those of an active client. */
export async function isAuthenticated(credentials: SentCredentials): Promise<boolean> {
  return (await findAuthenticated(credentials)) !== undefined;
}
