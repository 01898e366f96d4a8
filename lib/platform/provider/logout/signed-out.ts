import { redirectResponse } from "@/lib/core/http/responses";
import { clearReturnCookie, readReturnCookie } from "@/lib/platform/provider/logout/return-cookie";

/** The address to which the provider returns after signing out, to be registered there. */
export const SIGNED_OUT_PATH = "/signed-out";

/** The sign-in page after signing out. */
export function signedOutPath(returnTo: string | null): string {
  const query = new URLSearchParams({ signed_out: "1" });
  if (returnTo) query.set("return_to", returnTo);
  return `/sign-in?${query}`;
}

/** GET `/signed-out`: the browser's return from signing out at the provider. */
export function signedOut(request: Request): Response {
  const returnTo = readReturnCookie(request.headers.get("cookie"));
  const response = redirectResponse(302, signedOutPath(returnTo));
  response.headers.append("set-cookie", clearReturnCookie());
  return response;
}
