/** Any of these scopes lets a token read products: current names first, then the older ones. */
export const PRODUCT_SCOPES = [
  "company/products/read",
  "company/products/write",
  "company/product",
  "company/products",
];
