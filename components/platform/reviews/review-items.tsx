import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
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

/** An extension that waits for a review, with its changes and the facts that an operator checks. */
export function ListingItem({ client, ...frame }: FrameProps & { client: DirectoryClient }) {
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
export function ApprovalItem({
  approval,
  ...frame
}: FrameProps & { approval: ScopeApprovalResponse }) {
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
