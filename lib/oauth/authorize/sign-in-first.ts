import { redirectResponse } from "@/lib/kernel/http/responses";

/** Sends the browser to sign-in, which returns to the same request. */
export function signInFirst(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return redirectResponse(302, `/sign-in?return_to=${encodeURIComponent(pathname + search)}`);
}
