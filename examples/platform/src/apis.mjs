import { orders, products } from "./data.mjs";

/**
 * The platform's APIs: a path, the scopes that open it, and what a company gets.
 * @type {Record<string, {scopes: string[], list: (companyId: number) => object[]}>}
 */
export const apis = {
  "/service/application/catalog/v1.0/products/": {
    scopes: ["company/products/read", "company/products/write"],
    list: (companyId) => belongingTo(companyId, products).map(describeProduct),
  },
  "/service/application/order/v1.0/orders/": {
    scopes: ["company/orders/read", "company/orders/write"],
    list: (companyId) => belongingTo(companyId, orders),
  },
};

function belongingTo(companyId, rows) {
  return rows.filter(({ company_id }) => company_id === companyId);
}

function describeProduct({ uid, name, brand, price, stock }) {
  return {
    uid,
    name,
    slug: name.toLowerCase().replaceAll(" ", "-"),
    item_code: `P-${uid}`,
    brand: { name: brand },
    price: { currency_code: "EUR", effective: price },
    stock,
    is_active: true,
  };
}
