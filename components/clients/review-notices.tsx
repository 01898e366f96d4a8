import { useTranslations } from "next-intl";
import type { ClientResponse } from "@/lib/clients/schemas";
import { Notice } from "../ui/notice";
import { PendingChanges } from "./pending-changes";

export interface ReviewNoticesProps {
  client: Pick<ClientResponse, "pending_review" | "review" | "scope_reviews">;
}

/** The changes of a client that wait for the platform's approval, and those that it declined, with the reason. */
export function ReviewNotices({ client }: ReviewNoticesProps) {
  const { pending_review: pendingReview, review, scope_reviews: scopeReviews } = client;
  const t = useTranslations("review");
  return (
    <>
      {review?.state === "pending" ? (
        <Notice tone="info" title={t("waits")}>
          <p>{t("waitsNext")}</p>
          <PendingChanges changes={pendingReview} />
        </Notice>
      ) : null}
      {review?.state === "declined" ? (
        <Notice tone="warning" title={t("declined")}>
          <Reason reason={review.reason} />
        </Notice>
      ) : null}
      {scopeReviews.map(({ scope, state, reason }) => {
        if (state === "approved") return null;
        if (state === "declined") {
          return (
            <Notice key={scope} tone="warning" title={t("scopeDeclined", { scope })}>
              <Reason reason={reason} />
            </Notice>
          );
        }
        return (
          <Notice key={scope} tone="info" title={t("scopeWaits", { scope })}>
            <p>{t("scopeWaitsNext")}</p>
          </Notice>
        );
      })}
    </>
  );
}

function Reason({ reason }: { reason: string | null }) {
  const t = useTranslations("review");
  return <p className="wrap-anywhere">{reason ? t("reason", { reason }) : t("noReason")}</p>;
}
