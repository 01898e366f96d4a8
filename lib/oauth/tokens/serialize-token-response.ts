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

/** The types of a response: the document's, or those that the FDK SDKs read. */
export type ResponseShape = "document" | "fdk";

/** FDK SDKs sign their requests; the signature's key is public, so only its presence counts. */
export function responseShapeFor(headers: Headers): ResponseShape {
  return headers.has("x-fp-date") && headers.has("x-fp-signature") ? "fdk" : "document";
}

/**
 * A token response (document 2.6 and 2.7, RFC 6749 section 5.1). The document's shape has strings
 * and comma-separated scopes; the SDKs' has a number of seconds, an array of scopes and access_mode.
 */
export function serializeTokenResponse(
  issued: IssuedTokens,
  shape: ResponseShape,
  now = Date.now(),
): Record<string, unknown> {
  const common = {
    access_token: issued.accessToken,
    token_type: "Bearer",
    expires_at: new Date(now + issued.expiresIn * 1000).toISOString(),
    ...(issued.refreshToken ? { refresh_token: issued.refreshToken } : {}),
  };
  const currentUser = issued.seller ? serializeSeller(issued.seller) : null;
  if (shape === "fdk") {
    return {
      ...common,
      expires_in: issued.expiresIn,
      scope: issued.scopes,
      access_mode: issued.accessMode,
      current_user: currentUser,
    };
  }
  return {
    ...common,
    expires_in: String(issued.expiresIn),
    scope: issued.scopes.join(","),
    ...(currentUser ? { current_user: currentUser } : {}),
  };
}

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
