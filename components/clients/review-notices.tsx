import { useTranslations } from "next-intl";
import type { ClientResponse } from "@/lib/clients/schemas";
import { Notice } from "../ui/notice";
import { PendingChanges } from "./pending-changes";

type ReviewedClient = Pick<ClientResponse, "pending_review" | "review" | "scope_reviews">;

/** The changes of a client that wait for the platform's approval, and those that it declined, with the reason. */
export function ReviewNotices({ client }: { client: ReviewedClient }) {
  const { pending_review: pendingReview, review, scope_reviews: scopeReviews } = client;
  const t = useTranslations("review");
  const reasonWords = (reason: string | null) =>
    reason ? <span className="wrap-anywhere">{t("reason", { reason })}</span> : t("noReason");
  return (
    <>
      {review?.state === "pending" ? (
        <Notice tone="info" title={t("waits")}>
          <p>{t("waitsNext")}</p>
          <PendingChanges changes={pendingReview} />
        </Notice>
      ) : null}
      {review?.state === "declined" ? (
        <Notice tone="warning" title={t("declined")} next={reasonWords(review.reason)} />
      ) : null}
      {scopeReviews.map(({ scope, state, reason }) => {
        if (state === "approved") return null;
        const isDeclined = state === "declined";
        return (
          <Notice
            key={scope}
            tone={isDeclined ? "warning" : "info"}
            title={t(isDeclined ? "scopeDeclined" : "scopeWaits", { scope })}
            next={isDeclined ? reasonWords(reason) : t("scopeWaitsNext")}
          />
        );
      })}
    </>
  );
}
