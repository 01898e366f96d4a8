import { z } from "zod";

/** Query of the product list. */
export const productListQuerySchema = z.object({
  page_no: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(12),
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
  page: z.object({
    type: z.literal("number"),
    current: z.int(),
    size: z.int(),
    item_total: z.int(),
    has_previous: z.boolean(),
    has_next: z.boolean(),
  }),
});
