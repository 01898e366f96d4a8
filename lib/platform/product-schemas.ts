import { z } from "zod";
import { pageQuery, pageSchema } from "@/lib/http/page-schemas";
import { wholeNumber } from "@/lib/http/query-values";

/** Query of the product list. */
export const productListQuerySchema = z.object({
  page_no: pageQuery.page_no,
  page_size: wholeNumber(1, 100, "Products per page.").default(12),
});

/** One product; `price` is in units of the currency. */
export const productSchema = z.looseObject({
  uid: z.int(),
  name: z.string(),
  slug: z.string(),
  item_code: z.string(),
  brand: z.object({ name: z.string() }),
  price: z.object({ currency_code: z.string(), effective: z.number() }),
  stock: z.int(),
  is_active: z.boolean(),
});

/** A page of a company's products. */
export const productListSchema = z.object({
  items: z.array(productSchema),
  page: pageSchema,
});
