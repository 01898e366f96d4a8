import { orders, products } from "./data.mjs";

const COMPANY_ID = "{company_id}";

/**
 * The platform's APIs: a path, the scopes that open it, and what a company gets.
 * @type {Record<string, {scopes: string[], list: (companyId: number) => object[]}>}
 */
const apis = {
  "/service/application/catalog/v1.0/products/": {
    scopes: ["company/products/read", "company/products/write"],
    list: (companyId) => belongingTo(companyId, products).map(describeProduct),
  },
  "/service/application/order/v1.0/orders/": {
    scopes: ["company/orders/read", "company/orders/write"],
    list: (companyId) => belongingTo(companyId, orders),
  },
  [`/service/platform/order/v1.0/company/${COMPANY_ID}/orders/`]: {
    scopes: ["company/orders/read", "company/orders/write"],
    list: (companyId) => belongingTo(companyId, orders),
  },
};

/**
 * Finds the API at a path.
 * @param {string} path
 * @returns {{api: (typeof apis)[string], companyId?: number} | undefined} with the company that the path names, if any
 */
export function findApi(path) {
  const companyId = /\/company\/([1-9]\d{0,15})\//.exec(path)?.[1];
  const template = companyId ? path.replace(`/${companyId}/`, `/${COMPANY_ID}/`) : path;
  if (!Object.hasOwn(apis, template)) return undefined;
  return { api: apis[template], companyId: companyId && Number(companyId) };
}

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
