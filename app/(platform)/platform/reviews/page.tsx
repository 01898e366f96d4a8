import { titled } from "@/app/page-parts";
import { ReviewsScreen } from "@/components/platform/reviews/reviews-screen";
import { Hydrated } from "@/components/shell/hydrated";
import {
  OPEN_APPROVALS,
  OPEN_LISTINGS,
  openApprovalsQuery,
  openListingsQuery,
} from "@/lib/api/client/platform-queries";
import { requireOperator } from "@/lib/identity/sessions/current-session";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import { perform } from "@/lib/operation/perform";
import { listScopeApprovals } from "@/lib/platform/approvals/approvals";
import { directoryClients } from "@/lib/platform/clients/clients";

export const generateMetadata = titled("platform.reviews.title");

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
