import { mediaType } from "@/lib/kernel/http/read-body";
import type { SellerColumns } from "@/lib/oauth/tokens/repository";

/** What a token endpoint issued. */
export type IssuedTokens = {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
  scopes: readonly string[];
  accessMode: "offline" | "online";
  refreshToken?: string;
  /** The authorizing seller of an online token. */
  seller?: SellerColumns;
};

/** The types of a response: the document's, RFC 6749's, or those that the FDK SDKs read. */
export type ResponseShape = "document" | "rfc6749" | "fdk";

/**
 * The types that a caller can read, told by how it asks. FDK SDKs sign their requests (the
 * signature's key is public, so only its presence counts). The document sends JSON; a form is what
 * RFC 6749 section 4.1.3 describes and what OAuth libraries send, who want that RFC's types back.
 */
export function responseShapeFor(headers: Headers): ResponseShape {
  if (headers.has("x-fp-date") && headers.has("x-fp-signature")) return "fdk";
  return mediaType(headers) === "application/x-www-form-urlencoded" ? "rfc6749" : "document";
}

/**
 * A token response. The document's shape (2.6 and 2.7) has strings and comma-separated scopes; RFC
 * 6749's (section 5.1) a number of seconds and space-separated scopes; the SDKs' a number, an array of
 * scopes, access_mode and current_user always.
 */
export function serializeTokenResponse(
  issued: IssuedTokens,
  shape: ResponseShape,
  now = Date.now(),
): Record<string, unknown> {
  return {
    access_token: issued.accessToken,
    token_type: "Bearer",
    expires_at: new Date(now + issued.expiresIn * 1000).toISOString(),
    ...(issued.refreshToken ? { refresh_token: issued.refreshToken } : {}),
    ...typedFields[shape](issued),
  };
}

const typedFields: Readonly<
  Record<ResponseShape, (issued: IssuedTokens) => Record<string, unknown>>
> = {
  document: ({ expiresIn, scopes, seller }) => ({
    expires_in: String(expiresIn),
    scope: scopes.join(","),
    ...(seller ? { current_user: serializeSeller(seller) } : {}),
  }),
  rfc6749: ({ expiresIn, scopes, seller }) => ({
    expires_in: expiresIn,
    scope: scopes.join(" "),
    ...(seller ? { current_user: serializeSeller(seller) } : {}),
  }),
  fdk: ({ expiresIn, scopes, seller, accessMode }) => ({
    expires_in: expiresIn,
    scope: scopes,
    access_mode: accessMode,
    current_user: seller ? serializeSeller(seller) : null,
  }),
};

function serializeSeller(seller: SellerColumns) {
  return {
    _id: seller.userId,
    id: seller.userId,
    first_name: seller.firstName,
    last_name: seller.lastName,
    username: seller.email,
    emails: [{ email: seller.email, primary: true, verified: true }],
  };
}
