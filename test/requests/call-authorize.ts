import { env } from "@/lib/core/env/env";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import type { MintedUser } from "@/test/factories/mint";
import { type Installation, REDIRECT_URI } from "@/test/factories/mint-installation";
import { expectDocumented } from "@/test/requests/expect-documented";

/** A browser's authorize request; `query` overrides parameters, and null omits one. */
export function callAuthorize(
  { client, companyId, seller }: Pick<Installation, "client" | "companyId" | "seller">,
  query: Record<string, string | null> = {},
  as: MintedUser | null = seller,
): Promise<Response> {
  const parameters = {
    client_id: client.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope: "company/products/read,company/orders/read",
    state: "a state",
    ...query,
  };
  return sendAuthorize(companyId, new URLSearchParams(presentIn(parameters)).toString(), as);
}

/** The parameters that are not omitted by null. */
export function presentIn(parameters: Record<string, string | null>): [string, string][] {
  return Object.entries(parameters).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as [string, string]],
  );
}

/** An authorize request with an exact query. */
export async function sendAuthorize(
  companyId: number | string,
  query: string,
  as: MintedUser | null,
  headers: Record<string, string> = {},
): Promise<Response> {
  const url = `${env().baseUrl}${OAUTH_PATH}/company/${companyId}/oauth/authorize?${query}`;
  const request = new Request(url, { headers: { ...headers, ...(as && { cookie: as.cookie }) } });
  return expectDocumented(request, await authorize(request));
}

/** Query parameters of a redirect's target. */
export function redirectParameters(response: Response): Record<string, string> {
  const location = response.headers.get("location") ?? "";
  return Object.fromEntries(new URL(location, env().baseUrl).searchParams);
}
