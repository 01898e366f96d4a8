import { useTranslations } from "next-intl";
import type { ScopeApprovalResponse } from "@/lib/platform/approvals/schemas";
import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import { type RowAction, RowButton } from "../../actions/row-actions";
import { PendingChanges } from "../../clients/pending-changes";
import { UntrustedName } from "../../consent/untrusted-name";
import { CodeList } from "../../ui/code-list";
import { Disclosure } from "../../ui/disclosure";
import { type Fact, FactList } from "../../ui/fact-list";
import { Notice } from "../../ui/notice";
import { Timestamp } from "../../ui/timestamp";
import { Publisher } from "../columns";

interface ListingItemProps extends Omit<DecisionButtonsProps, "name"> {
  client: DirectoryClient;
}

/** An extension that waits for a review, with its changes and the facts that an operator checks. */
export function ListingItem({ client, ...buttons }: ListingItemProps) {
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
    <li className="grid gap-3 px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-0.5">
          <span className="wrap-anywhere font-semibold">
            <UntrustedName name={client.name} />
          </span>
          {requestedAt ? (
            <span className="text-muted text-sm">
              {t.rich("requested", { when: () => <Timestamp value={requestedAt} /> })}
            </span>
          ) : null}
        </div>
        <DecisionButtons name={client.name} {...buttons} />
      </div>
      {client.look_alikes.length > 0 ? (
        <Notice tone="warning" title={t("lookAlikes", { names: client.look_alikes.join(", ") })} />
      ) : null}
      {Object.keys(client.pending_review).length > 0 ? (
        <PendingChanges changes={client.pending_review} />
      ) : null}
      <Disclosure summary={t("details")}>
        <FactList facts={facts} />
      </Disclosure>
    </li>
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

interface ApprovalItemProps extends Omit<DecisionButtonsProps, "name"> {
  approval: ScopeApprovalResponse;
}

/** A restricted scope that an extension waits for. */
export function ApprovalItem({ approval, ...buttons }: ApprovalItemProps) {
  const t = useTranslations("platform.reviews.scopes");
  const { client_name: client, scope, organization_name: publisher } = approval;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 px-4 py-4 sm:px-6">
      <div className="grid min-w-0 gap-0.5">
        <p className="wrap-anywhere">
          {t.rich("asks", {
            client: () => (
              <strong>
                <UntrustedName name={client} />
              </strong>
            ),
            scope: () => <code className="font-mono text-sm">{scope}</code>,
          })}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {t.rich("requested", {
            publisher: () => <UntrustedName name={publisher} />,
            when: () => <Timestamp value={approval.requested_at} />,
          })}
        </p>
      </div>
      <DecisionButtons name={`${client}, ${scope}`} {...buttons} />
    </li>
  );
}

interface DecisionButtonsProps {
  /** Name of the extension or scope, for screen readers. */
  name: string;
  /** None for people who may only look. */
  decisions: readonly RowAction[];
  onAsk: (decision: RowAction) => void;
}

/** The decisions on a request. */
function DecisionButtons({ name, decisions, onAsk }: DecisionButtonsProps) {
  if (decisions.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {decisions.map((decision) => (
        <RowButton key={decision.key} name={name} onClick={() => onAsk(decision)}>
          {decision.label}
        </RowButton>
      ))}
    </div>
  );
}
