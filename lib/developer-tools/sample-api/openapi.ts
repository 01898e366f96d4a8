import type { ZodOpenApiOperationObject } from "zod-openapi";
import { answeredJson } from "@/lib/core/http/describe-content";
import { describeErrors } from "@/lib/core/http/describe-errors";
import {
  productListQuerySchema,
  productListSchema,
} from "@/lib/developer-tools/sample-api/product-schemas";

/** OpenAPI description of the platform API served here (platform spec, section 4.6). */
export const listProductsDescription = {
  operationId: "listProducts",
  summary: "List a company's products",
  description:
    "Lists the products of the access token's company. Requires one of the scopes company/products/read, company/products/write, company/products or company/product. Every call is recorded in the company's API log: as the client's system user with an offline token, as the seller with an online one.",
  tags: ["Platform"],
  security: [{ bearer: ["company/products/read"] }],
  requestParams: { query: productListQuerySchema },
  responses: {
    "200": { description: "A page of products.", content: answeredJson(productListSchema) },
    ...describeErrors("oauth", ["unauthenticated", "invalid_token", "insufficient_scope"]),
  },
} satisfies ZodOpenApiOperationObject;
