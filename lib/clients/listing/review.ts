import { isDeepStrictEqual } from "node:util";
import { CLIENT_FIELDS, type FieldColumn, pathsWith, shortName } from "@/lib/clients/field-values";
import type { ClientRow } from "@/lib/clients/repository";
import { imageAddress } from "@/lib/core/images/image-address";

/** The columns that an operator approves. */
type ReviewedColumns = Pick<ClientRow, FieldColumn<{ reviewed: string }> | "logoId" | "listing">;

const VALUES = pathsWith({ reviewed: "value" });
const LISTS = pathsWith({ reviewed: "list" });

/** The columns with one value of which an operator approves each new one. */
export const REVIEWED_VALUES = [
  ...VALUES.map((path) => CLIENT_FIELDS[path].column),
  "logoId",
] as const;

/** The columns with a list of which an operator approves additions. */
export const REVIEWED_LISTS = LISTS.map((path) => CLIENT_FIELDS[path].column);

/** Values that wait for approval, complete: a list also contains its approved entries. */
export type Proposal = Partial<ReviewedColumns & { rawPermissions: string[] }>;

/** A decision about a client. `decidedAt` is in ISO 8601. */
type ReviewDecision = {
  state: "approved" | "declined";
  reason: string | null;
  decidedAt: string;
};

/** What the column `review` contains: the open review, or the last decision. */
export type Review = { state: "pending"; proposed: Proposal } | ReviewDecision;

type ReviewedValue = string | string[] | null;

// Logo and listing have rules of their own.
const NAMED = [...VALUES, ...LISTS].map(
  (path) => [shortName(path), CLIENT_FIELDS[path].column] as const,
);

type Reviewed = { review: Review | null };

/** The values that wait for approval; empty if none do. */
export function proposalOf({ review }: Reviewed): Proposal {
  return review?.state === "pending" ? review.proposed : {};
}

/** The columns of the open review, for these values to wait; without any, there is no open review. */
export function withProposal(
  { review, listingRequestedAt }: Reviewed & { listingRequestedAt: Date | null },
  proposed: Proposal,
  now: Date,
): { review?: Review | null; listingRequestedAt?: Date | null } {
  if (Object.keys(proposed).length > 0) {
    if (review?.state === "pending" && isDeepStrictEqual(review.proposed, proposed)) return {};
    return {
      review: { state: "pending", proposed },
      listingRequestedAt: listingRequestedAt ?? now,
    };
  }
  return listingRequestedAt ? { review: null, listingRequestedAt: null } : {};
}

/** What still waits for approval once a scope has been denied. @param scopes the approved ones, without it */
export function proposalWithout(scope: string, row: Reviewed, scopes: readonly string[]): Proposal {
  const { scopes: proposed = [], rawPermissions = [], ...others } = proposalOf(row);
  const remaining = proposed.filter((each) => each !== scope);
  if (remaining.every((each) => scopes.includes(each))) return others;
  return {
    ...others,
    scopes: remaining,
    rawPermissions: rawPermissions.filter((each) => each !== scope),
  };
}

/** A client as its publisher last described it. Only its listing is the approved one. */
export function asProposed<Row extends Reviewed & Pick<ReviewedColumns, "listing">>(row: Row): Row {
  // A copy of each row would be a third of the time that a list of clients takes to serialize.
  if (row.review?.state !== "pending") return row;
  return { ...row, ...row.review.proposed, listing: row.listing };
}

/** The name under which sellers see a client in their list, or will once it is approved; null if it is not for the list. */
export function nameOnList(row: Reviewed & ReviewedColumns): string | null {
  const { listing, name } = { ...row, ...proposalOf(row) };
  return listing === "listed" ? name : null;
}

/** Each field that waits for approval, by its name in the API, with its approved and its proposed value. */
export function pendingReview(
  row: Reviewed & ReviewedColumns,
): Record<string, { approved: ReviewedValue; proposed: ReviewedValue }> {
  // Most clients have no open review, and this runs for each client of a list.
  if (row.review?.state !== "pending") return {};
  const approved = reviewedFields(row);
  const proposed = reviewedFields({ ...row, ...proposalOf(row) });
  return Object.fromEntries(
    Object.entries(approved).flatMap(([name, value]) => {
      const proposedValue = proposed[name] ?? null;
      return isDeepStrictEqual(value, proposedValue)
        ? []
        : [[name, { approved: value, proposed: proposedValue }]];
    }),
  );
}

export function reviewedFields(row: ReviewedColumns): Record<string, ReviewedValue> {
  return {
    ...Object.fromEntries(NAMED.map(([name, column]) => [name, row[column]])),
    logo_uri: imageAddress(row.logoId),
    listing: row.listing,
  };
}

/** The open review or the last decision in the format of the API; null if there was neither. */
export function serializeReview({ review }: Reviewed) {
  if (!review) return null;
  if (review.state === "pending") return { state: review.state, reason: null, decided_at: null };
  const { state, reason, decidedAt } = review;
  return { state, reason, decided_at: decidedAt };
}
