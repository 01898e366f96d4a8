import { answeredJson } from "@/lib/kernel/http/describe-content";
import { describeRefusals } from "@/lib/kernel/http/describe-refusals";
import type { Operation } from "@/lib/kernel/http/operation";
import { productListQuerySchema, productListSchema } from "@/lib/platform/product-schemas";

/** Platform APIs that are answered here (document 4.6). */
export const platformOperations: readonly Operation[] = [
  {
    method: "get",
    path: "/service/application/catalog/v1.0/products/",
    operation: {
      operationId: "listProducts",
      summary: "List a company's products",
      description:
        "Products of the company that the access token is for. Needs one of the scopes company/products/read, company/products/write, company/products or company/product. Every call stands in the company's API log: as the client's system user with an offline token, as the seller with an online one.",
      tags: ["Platform"],
      security: [{ bearer: ["company/products/read"] }],
      requestParams: { query: productListQuerySchema },
      responses: {
        "200": { description: "A page of products.", content: answeredJson(productListSchema) },
        ...describeRefusals("oauth", ["unauthenticated", "invalid_token", "insufficient_scope"]),
      },
    },
  },
];
