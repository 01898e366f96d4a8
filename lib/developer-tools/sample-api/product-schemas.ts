import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { describeErrors, jsonContent } from "@/lib/core/http/describe-errors";
import { wholeNumber } from "@/lib/core/http/query-values";
import { pageQuery, pageSchema } from "@/lib/core/schemas/page-schemas";

export const productListQuerySchema = z.object({
  page_no: pageQuery.page_no,
  page_size: wholeNumber(1, 100, "Products per page.").default(12),
});

/** One product; `price` is in units of the currency. */
export const productSchema = z.looseObject({
  uid: z.int().meta({ example: 101 }),
  name: z.string().meta({ example: "Linen shirt" }),
  slug: z.string().meta({ example: "linen-shirt" }),
  item_code: z.string().meta({ example: "LS-001" }),
  brand: z.object({ name: z.string().meta({ example: "Meadow" }) }),
  price: z.object({
    currency_code: z.string().meta({ example: "INR" }),
    effective: z.number().meta({ example: 1499.5 }),
  }),
  stock: z.int().meta({ example: 12 }),
  is_active: z.boolean(),
});

export const productListSchema = z.object({
  items: z.array(productSchema),
  page: pageSchema,
});

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
    "200": { description: "A page of products.", content: jsonContent(productListSchema) },
    ...describeErrors("oauth", ["unauthenticated", "invalid_token", "insufficient_scope"]),
  },
} satisfies ZodOpenApiOperationObject;
