/** The form of an organization's id, which a platform may choose. */
export const ORGANIZATION_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The form of a client's id: ours has 24 lower-case hex characters, an imported one keeps its own. */
export const CLIENT_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The form of a person's id at the platform: printable ASCII except the space and `/ ? # % \`. */
export const EXTERNAL_ID = /^(?:(?![/?#%\\])[!-~]){1,255}$/;

/** A caller's own request id is kept only if it matches this pattern. */
const REQUEST_ID = /^[\w.-]{8,64}$/;

const COMPANY_ID = /^[1-9]\d{0,15}$/;

export function isOrganizationId(text: string): boolean {
  return ORGANIZATION_ID.test(text);
}

export function isClientId(text: string): boolean {
  return CLIENT_ID.test(text);
}

export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text);
}

/** Reads a company's id: an integer from 1 to 2^53-1 without leading zeros. Null for anything else. */
export function readCompanyId(text: string): number | null {
  const id = COMPANY_ID.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}
