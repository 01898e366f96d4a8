import texts from "@/lib/protocol/scopes/translations/en.json" with { type: "json" };

/** What a scope lets an extension do with its business object. */
export type ScopeAccess = "view" | "change" | "delete";

/** A known scope, described for the seller who has to consent. */
export type CatalogueScope = {
  /** The scope string. */
  name: string;
  title: string;
  /** "See orders, with customer names and addresses." */
  sentence: string;
  /** The business object: "Orders". */
  group: string;
  access: ScopeAccess;
  /** Whether it gives access to personal data of the company's customers. */
  customerData: boolean;
};

type Right = Pick<CatalogueScope, "access" | "customerData">;

const VIEW: Right = { access: "view", customerData: false };
const CHANGE: Right = { access: "change", customerData: false };
const DELETE: Right = { access: "delete", customerData: false };
const VIEW_CUSTOMERS: Right = { access: "view", customerData: true };
const CHANGE_CUSTOMERS: Right = { access: "change", customerData: true };

type ScopeName = keyof typeof texts;

/** What each scope allows, by business object. Its words are in `translations`. */
const byGroup: Readonly<Record<string, Readonly<Partial<Record<ScopeName, Right>>>>> = {
  Products: {
    "company/products/read": VIEW,
    "company/products/write": CHANGE,
    "company/products": CHANGE,
    "company/product": CHANGE,
    "company/application/catalogue": CHANGE,
    "application/products/read": VIEW,
    "application/products/write": CHANGE,
    "company/brands/read": VIEW,
    "company/brands/write": CHANGE,
  },
  Stock: {
    "company/inventory/read": VIEW,
    "company/inventory/write": CHANGE,
  },
  Prices: {
    "company/price_rules/read": VIEW,
    "company/price_rules/write": CHANGE,
    "application/price_rules/read": VIEW,
    "application/price_rules/write": CHANGE,
  },
  Orders: {
    "company/orders/read": VIEW_CUSTOMERS,
    "company/orders/write": CHANGE_CUSTOMERS,
    "company/orders": CHANGE_CUSTOMERS,
    "company/order": CHANGE_CUSTOMERS,
    "company/application/order": CHANGE_CUSTOMERS,
  },
  Customers: {
    "application/customers/read": VIEW_CUSTOMERS,
    "application/customers/write": CHANGE_CUSTOMERS,
    "company/application/customer": CHANGE_CUSTOMERS,
    "application/protected_customer_data/read": VIEW_CUSTOMERS,
    "application/customer_support/read": VIEW_CUSTOMERS,
    "application/customer_support/write": CHANGE_CUSTOMERS,
    "company/application/support": CHANGE_CUSTOMERS,
  },
  Marketing: {
    "application/rewards/read": VIEW_CUSTOMERS,
    "application/rewards/write": CHANGE_CUSTOMERS,
    "application/communications/read": VIEW_CUSTOMERS,
    "application/communications/write": CHANGE_CUSTOMERS,
    "company/application/communication": CHANGE_CUSTOMERS,
    "company/application/marketing": CHANGE,
  },
  Analytics: {
    "company/application/analytics": VIEW,
  },
  Content: {
    "application/content/read": VIEW,
    "application/content/write": CHANGE,
    "company/application/storage": CHANGE,
  },
  Settings: {
    "company/applications/read": VIEW,
    "company/applications/write": CHANGE,
    "company/saleschannel": CHANGE,
    "company/application/settings": CHANGE,
    "company/profile": CHANGE,
    "company/locations/read": VIEW,
    "company/locations/write": CHANGE,
    "company/properties/read": VIEW,
    "company/properties/write": CHANGE,
  },
  Money: {
    "company/legal/read": VIEW,
    "company/legal/write": CHANGE,
  },
  "API clients": {
    "organization/clients/read": VIEW,
    "organization/clients/write": DELETE,
    "organization/clients/secrets": VIEW,
  },
  Organization: {
    "organization/members/read": VIEW,
    "organization/members/write": DELETE,
    "organization/audit/read": VIEW,
    "organization/settings/write": CHANGE,
  },
};

/** Every scope with a description for sellers, by business object. */
export const catalogue: readonly CatalogueScope[] = Object.entries(byGroup).flatMap(
  ([group, scopes]) =>
    Object.entries(scopes).map(([name, right]) => ({
      name,
      group,
      // Object.entries forgets the names.
      ...texts[name as ScopeName],
      ...right,
    })),
);
