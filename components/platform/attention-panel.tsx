import { CircleCheck, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { PlatformOverview } from "@/lib/overview/schemas";
import { Panel } from "../ui/panel";

type Attention = PlatformOverview["attention"];

/** What needs an operator's attention, most urgent first, with links to the pages. */
const matters = [
  { name: "failed_gate_checks", href: "/platform/service-keys" },
  // The file is on the server; Health, below, says what is wrong with it.
  { name: "outdated_rules", href: "#health" },
  { name: "ending_gate_keys", href: "/platform/service-keys" },
  { name: "rising_denials", href: "/platform?window=24h" },
  { name: "listing_requests", href: "/platform/reviews" },
  { name: "scope_approvals", href: "/platform/reviews" },
  { name: "abandoned_deliveries", href: "/platform/deliveries?status=abandoned" },
  { name: "failing_deliveries", href: "/platform/deliveries?status=failing" },
  {
    name: "unverified_publishers",
    href: "/platform/organizations?publisher_verified=false",
  },
  { name: "suspended_clients", href: "/platform/extensions?status=suspended" },
  { name: "suspended_companies", href: "/platform/companies?status=suspended" },
  { name: "suspended_organizations", href: "/platform/organizations?status=suspended" },
] as const satisfies readonly { name: keyof Attention; href: string }[];

/** What needs an operator's attention. */
export function AttentionPanel({ attention }: { attention: Attention }) {
  const t = useTranslations("platform.overview.attention");
  const open = matters.filter(({ name }) => attention[name] > 0);
  return (
    <Panel title={t("title")} padded={open.length === 0}>
      {open.length === 0 ? (
        <p className="flex items-center gap-2">
          <CircleCheck className="size-5 shrink-0 text-success" aria-hidden="true" />
          {t("nothing")}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {open.map(({ name, href }) => (
            <li key={name} className="flex items-start gap-3 px-4 py-2.5 sm:px-6">
              <TriangleAlert className="mt-0.5 size-5 shrink-0 text-warning" aria-hidden="true" />
              <span>
                <Link href={href} className="inline-link">
                  {t(name, { count: attention[name] })}
                </Link>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
