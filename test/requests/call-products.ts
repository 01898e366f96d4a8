import { env } from "@/lib/core/env/env";
import { listProducts } from "@/lib/developer-tools/sample-api/list-products";
import { type RouteAnswer, readAnswer } from "@/test/requests/call-route";
import { expectDocumented } from "@/test/requests/expect-documented";

/** Calls the product list with a bearer token or any given header. */
export async function callProducts(
  token: string | null,
  {
    authorization = token === null ? undefined : `Bearer ${token}`,
    query = "",
    ...headers
  }: {
    authorization?: string | undefined;
    query?: string;
    "x-request-id"?: string;
  } = {},
): Promise<RouteAnswer> {
  const request = new Request(
    `${env().baseUrl}/service/application/catalog/v1.0/products/${query}`,
    { headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) } },
  );
  return readAnswer(expectDocumented(request, await listProducts(request)));
}
