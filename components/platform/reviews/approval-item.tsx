import { useTranslations } from "next-intl";
import type { ScopeApprovalResponse } from "@/lib/platform/approvals/schemas";
import { Timestamp } from "../../ui/timestamp";
import { DecisionButtons, type DecisionButtonsProps } from "./decision-buttons";

export interface ApprovalItemProps extends Pick<DecisionButtonsProps, "onDecide"> {
  approval: ScopeApprovalResponse;
}

/** A restricted scope that an extension waits for. */
export function ApprovalItem({ approval, onDecide }: ApprovalItemProps) {
  const t = useTranslations("platform.reviews.scopes");
  const { client_name: client, scope, organization_name: publisher } = approval;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 px-4 py-4 sm:px-6">
      <div className="grid min-w-0 gap-0.5">
        <p className="wrap-anywhere">
          {t.rich("asks", {
            client: () => <bdi className="font-semibold">{client}</bdi>,
            scope: () => <code className="font-mono text-sm">{scope}</code>,
          })}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {t.rich("requested", {
            publisher: () => <bdi>{publisher}</bdi>,
            when: () => <Timestamp value={approval.requested_at} />,
          })}
        </p>
      </div>
      <DecisionButtons name={`${client}, ${scope}`} onDecide={onDecide} />
    </li>
  );
}
