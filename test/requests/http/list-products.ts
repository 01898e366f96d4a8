import type { APIRequestContext, APIResponse } from "@playwright/test";

/** Path of the platform API that Latchkey itself serves (spec 4.6). */
export const PRODUCTS_PATH = "/service/application/catalog/v1.0/products/";

/** Calls the platform's API with a bearer token. */
export function listProducts(request: APIRequestContext, token: string): Promise<APIResponse> {
  return request.get(PRODUCTS_PATH, { headers: { authorization: `Bearer ${token}` } });
}
