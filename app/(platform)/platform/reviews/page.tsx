import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ReviewsScreen } from "@/components/platform/reviews/reviews-screen";
import { Hydrated } from "@/components/shell/hydrated";
import { mayOnPlatform } from "@/lib/access/platform-caller";
import {
  OPEN_APPROVALS,
  OPEN_LISTINGS,
  openApprovalsQuery,
  openListingsQuery,
} from "@/lib/api-client/platform-queries";
import { requireOperator } from "@/lib/auth/require-operator";
import { listScopeApprovalsContract } from "@/lib/directory/approvals/contract";
import { listScopeApprovals } from "@/lib/directory/approvals/list-scope-approvals";
import { listDirectoryClientsContract } from "@/lib/directory/clients/contract";
import { listClients } from "@/lib/directory/clients/list-clients";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform.reviews");
  return { title: t("title") };
}

/** What waits for an operator's decision. */
export default async function ReviewsPage() {
  const { platformPermission, query: clientQuery } = listDirectoryClientsContract;
  const caller = await requireOperator(platformPermission, "/platform/reviews");
  const [listings, approvals] = await Promise.all([
    listClients({ query: clientQuery.parse(OPEN_LISTINGS), caller }),
    listScopeApprovals({ query: listScopeApprovalsContract.query.parse(OPEN_APPROVALS), caller }),
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
