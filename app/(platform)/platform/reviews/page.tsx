import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ReviewsScreen } from "@/components/platform/reviews/reviews-screen";
import { Hydrated } from "@/components/shell/hydrated";
import {
  OPEN_APPROVALS,
  OPEN_LISTINGS,
  openApprovalsQuery,
  openListingsQuery,
} from "@/lib/api/client/platform-queries";
import { requireOperator } from "@/lib/identity/sessions/require-operator";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import { perform } from "@/lib/operation/perform";
import { listScopeApprovals } from "@/lib/platform/approvals/approvals";
import { directoryClients } from "@/lib/platform/clients/clients";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform.reviews");
  return { title: t("title") };
}

/** What waits for an operator's decision. */
export default async function ReviewsPage() {
  const { access, query: clientQuery } = directoryClients.list;
  const caller = await requireOperator(access.permission, "/platform/reviews");
  const [listings, approvals] = await Promise.all([
    perform(directoryClients.list, { query: clientQuery.parse(OPEN_LISTINGS), caller }),
    perform(listScopeApprovals, { query: listScopeApprovals.query.parse(OPEN_APPROVALS), caller }),
  ]);
  return (
    <Hydrated
      namespaces={["platform", "review"]}
      data={[
        [openListingsQuery().queryKey, listings.body],
        [openApprovalsQuery().queryKey, approvals.body],
      ]}
    >
      <ReviewsScreen mayWrite={mayOnPlatform(caller, "extensions:write")} />
    </Hydrated>
  );
}
