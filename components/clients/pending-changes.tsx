import { useMessages, useTranslations } from "next-intl";
import type { ClientResponse } from "@/lib/clients/schemas";
import { DifferenceTable } from "../list/difference-table";
import { Notice } from "../ui/notice";
import { StoredImage } from "../ui/stored-image";

type Changes = ClientResponse["pending_review"];
type Value = string | readonly string[] | null;

/** The fields that wait for approval, with what sellers see now and would see then. */
export function PendingChanges({ changes }: { changes: Changes }) {
  const t = useTranslations("review.table");
  const labels = new Map(Object.entries(useMessages().review.fields));
  return (
    <DifferenceTable
      caption={t("caption")}
      labels={{ field: t("field"), before: t("approved"), after: t("proposed") }}
      differences={Object.entries(changes).map(([name, { approved, proposed }]) => ({
        label: labels.get(name) ?? name,
        before: <ReviewedValue name={name} value={approved} />,
        after: <ReviewedValue name={name} value={proposed} />,
      }))}
    />
  );
}

function ReviewedValue({ name, value }: { name: string; value: Value }) {
  const t = useTranslations("review");
  if (value === null || value.length === 0) {
    return <span className="text-muted">{t("table.none")}</span>;
  }
  if (name === "logo_uri" && typeof value === "string") {
    return <StoredImage src={value} className="max-h-12 w-12 rounded object-contain" />;
  }
  if (name === "listing" && isListing(value)) return t(`listings.${value}`);
  const text = typeof value === "string" ? value : value.join("\n");
  return <bdi className="wrap-anywhere whitespace-pre-line">{text}</bdi>;
}

function isListing(value: Value): value is ClientResponse["listing"] {
  return value === "draft" || value === "unlisted" || value === "listed";
}

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
