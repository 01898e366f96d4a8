import type { RequestHeaders } from "@/lib/core/http/api-request";
import { mediaType } from "@/lib/core/http/read-body";
import type { SellerColumns } from "@/lib/protocol/tokens/exchange-code";

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

/** The types of a response: those of the platform spec, of RFC 6749 or of the FDK SDKs. */
type ResponseShape = "document" | "rfc6749" | "fdk";

/**
 * The types that a caller expects, by the form of its request. FDK SDKs sign their requests (the
 * signature's key is public, so only its presence counts). The platform spec uses JSON. OAuth libraries
 * send a form (RFC 6749 section 4.1.3) and expect that RFC's types.
 */
export function responseShapeFor(headers: RequestHeaders): ResponseShape {
  if (headers.has("x-fp-date") && headers.has("x-fp-signature")) return "fdk";
  return mediaType(headers) === "application/x-www-form-urlencoded" ? "rfc6749" : "document";
}

/**
 * A token response. The platform spec (2.6 and 2.7) has strings and comma-separated scopes; RFC 6749
 * (section 5.1) has a number of seconds and space-separated scopes; SDKs get a number, an array of
 * scopes, and always access_mode and current_user.
 */
export function serializeTokenResponse(
  tokens: IssuedTokens,
  shape: ResponseShape,
  now = Date.now(),
): Record<string, unknown> {
  return {
    access_token: tokens.accessToken,
    token_type: "Bearer",
    expires_at: new Date(now + tokens.expiresIn * 1000).toISOString(),
    ...(tokens.refreshToken ? { refresh_token: tokens.refreshToken } : {}),
    ...typedFields(tokens, shape),
  };
}

function typedFields(
  { expiresIn, scopes, seller, accessMode }: IssuedTokens,
  shape: ResponseShape,
): Record<string, unknown> {
  const current_user = seller ? serializeSeller(seller) : null;
  if (shape === "fdk") {
    return { expires_in: expiresIn, scope: scopes, access_mode: accessMode, current_user };
  }
  const fields =
    shape === "rfc6749"
      ? { expires_in: expiresIn, scope: scopes.join(" ") }
      : { expires_in: String(expiresIn), scope: scopes.join(",") };
  return seller ? { ...fields, current_user } : fields;
}

function serializeSeller(seller: SellerColumns) {
  const { email, isEmailVerified } = seller;
  return {
    _id: seller.subject,
    id: seller.subject,
    first_name: seller.firstName,
    last_name: seller.lastName,
    username: email ?? seller.subject,
    emails: email === null ? [] : [{ email, primary: true, verified: isEmailVerified }],
  };
}
