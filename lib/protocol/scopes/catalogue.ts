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

type Words = Omit<CatalogueScope, "name" | "group">;

const CUSTOMER_DATA = true;

const scope = (
  access: ScopeAccess,
  title: string,
  sentence: string,
  customerData = false,
): Words => ({ title, sentence, access, customerData });

const view = (what: string, sentence: string, customerData = false) =>
  scope("view", `${what}: view`, sentence, customerData);

const change = (what: string, sentence: string, customerData = false) =>
  scope("change", `${what}: change`, sentence, customerData);

// One table, so that its texts are read side by side.
const byGroup: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  Products: {
    "company/products/read": view("Products", "See products, prices and stock."),
    "company/products/write": change(
      "Products",
      "Add, change and unpublish products: updates go live at once.",
    ),
    "company/products": scope(
      "change",
      "Products",
      "See, add and change products, prices and stock.",
    ),
    "company/product": scope(
      "change",
      "Products",
      "See, add and change products, prices and stock.",
    ),
    "company/application/catalogue": scope(
      "change",
      "Sales channel catalogue",
      "Change which products a sales channel shows, and how.",
    ),
    "application/products/read": view(
      "Sales channel products",
      "See the products that a sales channel shows.",
    ),
    "application/products/write": change(
      "Sales channel products",
      "Change the products that a sales channel shows: updates go live at once.",
    ),
    "company/brands/read": view("Brands", "See brands and their details."),
    "company/brands/write": change("Brands", "Add and change brands."),
  },
  Stock: {
    "company/inventory/read": view("Stock", "See stock levels at every location."),
    "company/inventory/write": change("Stock", "Change stock levels: updates go live at once."),
  },
  Prices: {
    "company/price_rules/read": view("Price rules", "See price rules and discounts."),
    "company/price_rules/write": change(
      "Price rules",
      "Change price rules and discounts: customers pay the new prices at once.",
    ),
    "application/price_rules/read": view(
      "Sales channel price rules",
      "See the price rules and discounts of a sales channel.",
    ),
    "application/price_rules/write": change(
      "Sales channel price rules",
      "Change the price rules and discounts of a sales channel: customers pay the new prices at once.",
    ),
  },
  Orders: {
    "company/orders/read": view(
      "Orders",
      "See orders, with customer names and addresses.",
      CUSTOMER_DATA,
    ),
    "company/orders/write": change(
      "Orders",
      "Change orders: confirm, ship, cancel and return them.",
      CUSTOMER_DATA,
    ),
    "company/orders": scope(
      "change",
      "Orders",
      "See and change orders, with customer names and addresses.",
      CUSTOMER_DATA,
    ),
    "company/order": scope(
      "change",
      "Orders",
      "See and change orders, with customer names and addresses.",
      CUSTOMER_DATA,
    ),
    "company/application/order": scope(
      "change",
      "Sales channel orders",
      "See and change the orders of a sales channel, with customer names and addresses.",
      CUSTOMER_DATA,
    ),
  },
  Customers: {
    "application/customers/read": view(
      "Customers",
      "See customers, with names, email addresses and phone numbers.",
      CUSTOMER_DATA,
    ),
    "application/customers/write": change(
      "Customers",
      "Add, change and block customers.",
      CUSTOMER_DATA,
    ),
    "company/application/customer": scope(
      "change",
      "Customers",
      "See and change customers, with names, email addresses and phone numbers.",
      CUSTOMER_DATA,
    ),
    "application/protected_customer_data/read": view(
      "Protected customer data",
      "See customers' protected details, such as full addresses and phone numbers.",
      CUSTOMER_DATA,
    ),
    "application/customer_support/read": view(
      "Support requests",
      "See what customers wrote to support.",
      CUSTOMER_DATA,
    ),
    "application/customer_support/write": change(
      "Support requests",
      "Answer and close customers' support requests.",
      CUSTOMER_DATA,
    ),
    "company/application/support": scope(
      "change",
      "Support requests",
      "See, answer and close customers' support requests.",
      CUSTOMER_DATA,
    ),
  },
  Marketing: {
    "application/rewards/read": view(
      "Rewards",
      "See reward rules and customers' points.",
      CUSTOMER_DATA,
    ),
    "application/rewards/write": change(
      "Rewards",
      "Change reward rules and customers' points.",
      CUSTOMER_DATA,
    ),
    "application/communications/read": view(
      "Messages",
      "See message templates and campaigns, and whom they were sent to.",
      CUSTOMER_DATA,
    ),
    "application/communications/write": change(
      "Messages",
      "Send emails and text messages to customers in your name.",
      CUSTOMER_DATA,
    ),
    "company/application/communication": scope(
      "change",
      "Messages",
      "See message templates, and send emails and text messages to customers in your name.",
      CUSTOMER_DATA,
    ),
    "company/application/marketing": scope(
      "change",
      "Marketing",
      "See and change campaigns, coupons and promotions.",
    ),
  },
  Analytics: {
    "company/application/analytics": scope(
      "view",
      "Analytics",
      "See sales and traffic figures of a sales channel.",
    ),
  },
  Content: {
    "application/content/read": view(
      "Pages and content",
      "See pages, blogs, banners and navigation of a sales channel.",
    ),
    "application/content/write": change(
      "Pages and content",
      "Change pages, blogs, banners and navigation of a sales channel: updates go live at once.",
    ),
    "company/application/storage": scope(
      "change",
      "Files",
      "See, upload and replace files of a sales channel.",
    ),
  },
  Settings: {
    "company/applications/read": view("Sales channels", "See sales channels and their set-up."),
    "company/applications/write": change(
      "Sales channels",
      "Add sales channels and change their set-up.",
    ),
    "company/saleschannel": scope(
      "change",
      "Sales channels",
      "See, add and change sales channels.",
    ),
    "company/application/settings": scope(
      "change",
      "Sales channel settings",
      "See and change the settings of a sales channel.",
    ),
    "company/profile": scope(
      "change",
      "Company profile",
      "See and change the company's profile and contact details.",
    ),
    "company/locations/read": view("Locations", "See stores and warehouses."),
    "company/locations/write": change("Locations", "Add and change stores and warehouses."),
    "company/properties/read": view(
      "Custom fields",
      "See the company's custom fields and their values.",
    ),
    "company/properties/write": change(
      "Custom fields",
      "Add and change the company's custom fields and their values.",
    ),
  },
  Money: {
    "company/legal/read": view(
      "Legal details",
      "See tax numbers, bank details and legal documents.",
    ),
    "company/legal/write": change(
      "Legal details",
      "Change tax numbers, bank details and legal documents.",
    ),
  },
  "API clients": {
    "organization/clients/read": view(
      "API clients",
      "See the organization's API clients, without their secrets.",
    ),
    "organization/clients/write": scope(
      "delete",
      "API clients: change",
      "Register, change and delete the organization's API clients.",
    ),
    "organization/clients/secrets": scope(
      "view",
      "API clients: secrets",
      "See the secrets of the organization's API clients.",
    ),
  },
  Organization: {
    "organization/members/read": view(
      "Members",
      "See who belongs to the organization, with email addresses and roles.",
    ),
    "organization/members/write": scope(
      "delete",
      "Members: change",
      "Invite members, change their roles and remove them.",
    ),
    "organization/audit/read": view(
      "Audit trail",
      "See and export who changed what in the organization.",
    ),
    "organization/settings/write": scope(
      "change",
      "Organization: settings",
      "Change the organization's settings.",
    ),
  },
};

/** Every scope with a description for sellers, by business object. */
export const catalogue: readonly CatalogueScope[] = Object.entries(byGroup).flatMap(
  ([group, scopes]) => Object.entries(scopes).map(([name, words]) => ({ name, group, ...words })),
);
