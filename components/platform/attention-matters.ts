import type { PlatformOverview } from "@/lib/platform/overview/schemas";

/** What needs an operator's attention, most urgent first, with links to the pages. */
export const matters = [
  { name: "failed_gate_checks", href: "/platform/service-keys" },
  // The file is on the server; Health, below, says what is wrong with it.
  { name: "outdated_rules", href: "#health" },
  { name: "ending_service_keys", href: "/platform/service-keys" },
  { name: "rising_denials", href: "/platform?window=24h" },
  { name: "listing_requests", href: "/platform/reviews" },
  { name: "scope_approvals", href: "/platform/reviews" },
  { name: "look_alike_names", href: "/platform/extensions?listing=listed" },
  { name: "abandoned_deliveries", href: "/platform/deliveries?status=abandoned" },
  { name: "failing_deliveries", href: "/platform/deliveries?status=failing" },
  {
    name: "unverified_publishers",
    href: "/platform/organizations?publisher_verified=false",
  },
  { name: "suspended_clients", href: "/platform/extensions?status=suspended" },
  { name: "suspended_companies", href: "/platform/companies?status=suspended" },
  { name: "suspended_organizations", href: "/platform/organizations?status=suspended" },
] as const satisfies readonly { name: keyof PlatformOverview["attention"]; href: string }[];
