// What a platform keeps in its databases. The ids are the platform's own, and Latchkey uses them as they are.

/** People with an account. `id` is the `sub` of their ID token and their `external_id` in Latchkey. */
export const people = [
  { id: "s-1001", email: "mira@harbour-lamps.example", first_name: "Mira", last_name: "Holm" },
  { id: "s-1002", email: "jonas@harbour-lamps.example", first_name: "Jonas", last_name: "Beck" },
  { id: "s-1003", email: "tess@tidal-tea.example", first_name: "Tess", last_name: "Arden" },
  { id: "d-2001", email: "ravi@shipfast.example", first_name: "Ravi", last_name: "Nair" },
  {
    id: "e-3001",
    email: "ines@markethall.example",
    first_name: "Ines",
    last_name: "Sol",
    operator: "operator",
  },
];

/** Merchants and who works for them. */
export const companies = [
  { id: 7001, name: "Harbour Lamps", members: { "s-1001": "owner", "s-1002": "staff" } },
  { id: 7002, name: "Tidal Tea", members: { "s-1003": "owner" } },
];

/** Publishers of extensions; each has a company of its own on the platform. */
export const publishers = [
  { id: "shipfast-labs", name: "Shipfast Labs", company_id: 9001, members: { "d-2001": "owner" } },
  { id: "parcelwise", name: "Parcelwise", company_id: 9002, members: {} },
];

/** What the companies sell; `price` in euros. */
export const products = [
  { uid: 1, company_id: 7001, name: "Brass lantern", brand: "Harbour", price: 89, stock: 12 },
  { uid: 2, company_id: 7001, name: "Harbour pendant", brand: "Harbour", price: 149, stock: 4 },
  { uid: 3, company_id: 7001, name: "Storm candle", brand: "Northlight", price: 12.5, stock: 210 },
  { uid: 4, company_id: 7002, name: "Kelp and lemon tea", brand: "Tidal", price: 7.9, stock: 95 },
  { uid: 5, company_id: 7002, name: "Smoked oolong", brand: "Tidal", price: 14, stock: 31 },
];

/** What they sold; `total` in euros. */
export const orders = [
  { order_id: "HL-4101", company_id: 7001, placed_at: "2026-11-19T09:12:00Z", total: 178 },
  { order_id: "HL-4102", company_id: 7001, placed_at: "2026-11-20T16:40:00Z", total: 161.5 },
  { order_id: "TT-0907", company_id: 7002, placed_at: "2026-11-21T07:05:00Z", total: 36.8 },
];

/** The scopes that the APIs check, as sellers read them on the consent page. */
export const scopes = [
  {
    name: "company/products/read",
    title: "Products",
    sentence: "See products, prices and stock.",
    group: "Products",
    access: "read",
  },
  {
    name: "company/orders/read",
    title: "Orders",
    sentence: "See orders, with customer names and addresses.",
    group: "Orders",
    access: "read",
  },
];
