"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { call } from "@/lib/api/client/call";
import { openApprovalsQuery, openListingsQuery } from "@/lib/api/client/platform-queries";
import type { ScopeApprovalResponse } from "@/lib/platform/approvals/schemas";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import { textOf } from "../../actions/dialog-field";
import {
  confirmAction,
  type RowAction,
  RowButton,
  useActionDialog,
} from "../../actions/row-actions";
import { PendingChanges } from "../../clients/pending-changes";
import { UntrustedName } from "../../consent/untrusted-name";
import { CodeList } from "../../ui/code-list";
import { Disclosure } from "../../ui/disclosure";
import { type Fact, FactList } from "../../ui/fact-list";
import { ListPanel } from "../../ui/list-panel";
import { Notice } from "../../ui/notice";
import { PageHeader } from "../../ui/page-header";
import { Timestamp } from "../../ui/timestamp";
import { Publisher } from "../columns";
import { ReadOnlyNotice } from "../read-only-notice";

/** Requests that need an operator's decision: listings, and restricted scopes. */
export function ReviewsScreen({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslations("platform.reviews");
  const listings = useQuery(openListingsQuery());
  const approvals = useQuery(openApprovalsQuery());
  const queries = useQueryClient();
  const decide = useDecisions();
  const reload = () => queries.invalidateQueries({ queryKey: ["platform", "reviews"] });
  // A closed dialog may have found its request outdated.
  const { ask, dialog } = useActionDialog(reload, reload);
  const decisionsOn = (review: Review) => (mayWrite ? decide(review) : []);
  return (
    <>
      <PageHeader title={t("title")} />
      {mayWrite ? null : <ReadOnlyNotice />}
      <ListPanel
        title={t("listings.title")}
        description={t("listings.description")}
        empty={{ title: t("listings.empty"), next: t("listings.emptyNext") }}
      >
        {listings.data?.items.map((client) => (
          <ListingItem
            key={client.client_id}
            client={client}
            decisions={decisionsOn(reviewOfListing(client))}
            onAsk={ask}
          />
        ))}
      </ListPanel>
      <ListPanel
        title={t("scopes.title")}
        description={t("scopes.description")}
        empty={{ title: t("scopes.empty"), next: t("scopes.emptyNext") }}
      >
        {approvals.data?.items.map((approval) => (
          <ApprovalItem
            key={`${approval.client_id} ${approval.scope}`}
            approval={approval}
            decisions={decisionsOn(reviewOfScope(approval))}
            onAsk={ask}
          />
        ))}
      </ListPanel>
      {dialog}
    </>
  );
}

/** What an operator decides on. */
interface Review {
  /** The messages about it. */
  kind: "listings" | "changes" | "scopes";
  name: string;
  /** What an approval gives. */
  listing: DirectoryClient["listing"];
  send: (approve: boolean, reason: { reason?: string }) => Promise<unknown>;
}

/** The request for a listing, or for the approval of changes of an extension that is listed. */
function reviewOfListing(client: DirectoryClient): Review {
  const { client_id, name, listing, version, pending_review: pending } = client;
  const wanted = pending.listing?.proposed === "unlisted" ? "unlisted" : "listed";
  return {
    kind: listing === "listed" ? "changes" : "listings",
    name,
    listing: wanted,
    send: (approve, reason) =>
      call("putDirectoryClientListing", {
        params: { client_id },
        version,
        // The present listing closes the request without granting it.
        body: approve ? { listing: wanted, approve_changes: true } : { listing, ...reason },
      }),
  };
}

/** The request for a restricted scope. */
function reviewOfScope({ client_id, client_name, scope }: ScopeApprovalResponse): Review {
  const params = { client_id, scope };
  return {
    kind: "scopes",
    name: client_name,
    listing: "listed",
    send: (approved, reason) => call("putScopeApproval", { params, body: { approved, ...reason } }),
  };
}

/** The two decisions on a request: what each means, and why it is declined. */
function useDecisions(): (review: Review) => RowAction[] {
  const t = useTranslations("platform.reviews");
  return ({ kind, name, listing, send }) =>
    (["approve", "decline"] as const).map((verdict) =>
      confirmAction({
        key: verdict,
        label: t(verdict),
        title: t(`${kind}.${verdict}.title`, { name }),
        submit: t(`${kind}.${verdict}.submit`),
        ...(verdict === "decline" && { reason: { label: t("reason"), hint: t("reasonHint") } }),
        what: [t(`${kind}.${verdict}.what`, { listing })],
        send: (fields) => {
          const reason = textOf(fields, "reason");
          return send(verdict === "approve", reason ? { reason } : {});
        },
      }),
    );
}

/** An extension that waits for a review, with its changes and the facts that an operator checks. */
function ListingItem({ client, ...frame }: FrameProps & { client: DirectoryClient }) {
  const t = useTranslations("platform.reviews.listings");
  const { listing_requested_at: requestedAt, scopes, redirect_urls: redirects } = client;
  const facts: Fact[] = [
    { label: t("publisher"), value: <Publisher {...client} /> },
    {
      label: t("what"),
      value: <bdi className="wrap-anywhere">{client.description || t("none")}</bdi>,
    },
    {
      label: t("baseUrl"),
      value: <CodeList values={client.base_url ? [client.base_url] : []} none={t("none")} />,
    },
    { label: t("redirects"), value: <CodeList values={redirects} none={t("none")} /> },
    {
      label: t("scopes", { count: scopes.length }),
      value: <CodeList values={scopes} none={t("none")} />,
    },
    { label: t("conformance"), value: <Conformance client={client} /> },
  ];
  return (
    <Item
      {...frame}
      name={client.name}
      title={
        <strong>
          <UntrustedName name={client.name} />
        </strong>
      }
      note={
        requestedAt ? t.rich("requested", { when: () => <Timestamp value={requestedAt} /> }) : null
      }
    >
      {client.look_alikes.length > 0 ? (
        <Notice tone="warning" title={t("lookAlikes", { names: client.look_alikes.join(", ") })} />
      ) : null}
      {Object.keys(client.pending_review).length > 0 ? (
        <PendingChanges changes={client.pending_review} />
      ) : null}
      <Disclosure summary={t("details")}>
        <FactList facts={facts} />
      </Disclosure>
    </Item>
  );
}

function Conformance({ client: { conformance } }: { client: DirectoryClient }) {
  const t = useTranslations("platform.reviews.listings");
  if (!conformance) return t("notChecked");
  return t.rich("checked", {
    verdict: conformance.verdict,
    when: () => <Timestamp value={conformance.checked_at} />,
  });
}

/** A restricted scope that an extension waits for. */
function ApprovalItem({ approval, ...frame }: FrameProps & { approval: ScopeApprovalResponse }) {
  const t = useTranslations("platform.reviews.scopes");
  const { client_name: client, scope, organization_name: publisher } = approval;
  return (
    <Item
      {...frame}
      name={`${client}, ${scope}`}
      title={t.rich("asks", {
        client: () => (
          <strong>
            <UntrustedName name={client} />
          </strong>
        ),
        scope: () => <code className="font-mono text-sm">{scope}</code>,
      })}
      note={t.rich("requested", {
        publisher: () => <UntrustedName name={publisher} />,
        when: () => <Timestamp value={approval.requested_at} />,
      })}
    />
  );
}

interface FrameProps {
  /** None for people who may only look. */
  decisions: readonly RowAction[];
  onAsk: (decision: RowAction) => void;
}

interface ItemProps extends FrameProps {
  /** Of the extension or scope, for screen readers. */
  name: string;
  title: ReactNode;
  note: ReactNode;
  children?: ReactNode;
}

/** A request with the decisions on it. */
function Item({ name, title, note, decisions, onAsk, children }: ItemProps) {
  return (
    <li className="grid gap-3 px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-0.5">
          <p className="wrap-anywhere">{title}</p>
          <p className="wrap-anywhere text-muted text-sm empty:hidden">{note}</p>
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {decisions.map((decision) => (
            <RowButton key={decision.key} name={name} onClick={() => onAsk(decision)}>
              {decision.label}
            </RowButton>
          ))}
        </div>
      </div>
      {children}
    </li>
  );
}
