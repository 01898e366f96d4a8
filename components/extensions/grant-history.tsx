import { Download, Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import type { GrantChange } from "@/lib/tenants/extension-values";
import { ScopeWords } from "../scopes/scope-groups";
import { type ScopeView, saidOnce } from "../scopes/scope-view";
import { buttonClass } from "../ui/button";
import { Disclosure } from "../ui/disclosure";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";

interface GrantHistoryProps {
  history: readonly GrantChange<ScopeView>[];
  /** Of the extension's page; the receipt is under it. */
  path: string;
}

/** Every change of an extension's permissions: the change, its author, and its time. */
export function GrantHistory({ history, path }: GrantHistoryProps) {
  const t = useTranslations("extensions.history");
  return (
    <Panel
      title={t("title")}
      description={t("explanation")}
      actions={
        <a href={`${path}/receipt`} download className={buttonClass("secondary")}>
          <Download className="size-4" />
          {t("receipt")}
        </a>
      }
      padded={false}
    >
      <ol className="divide-y divide-line">
        {history.map((entry) => (
          <li key={entry.id} className="px-4 py-2 sm:px-6">
            <Change entry={entry} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Change({ entry: { change, added, removed, by, at } }: { entry: GrantChange<ScopeView> }) {
  const t = useTranslations("extensions.history");
  const when = () => <Timestamp value={at} exact="minute" />;
  const counts = { added: added.length, removed: removed.length };
  return (
    <Disclosure
      look="row"
      summary={
        <span className="flex flex-wrap gap-x-2">
          <strong>{t(change)}</strong>
          <span>{t("counts", counts)}</span>
          <span className="text-muted">
            {by ? t.rich("by", { when, person: () => <bdi>{by}</bdi> }) : when()}
          </span>
        </span>
      }
    >
      <ul className="grid gap-1 ps-5.5">
        {saidOnce(added).map((scope) => (
          <ScopeChange key={scope.name} scope={scope} isAdded />
        ))}
        {saidOnce(removed).map((scope) => (
          <ScopeChange key={scope.name} scope={scope} isAdded={false} />
        ))}
      </ul>
    </Disclosure>
  );
}

function ScopeChange({ scope, isAdded }: { scope: ScopeView; isAdded: boolean }) {
  const t = useTranslations("extensions.history");
  const Icon = isAdded ? Plus : Minus;
  return (
    <li className="flex gap-2.5">
      <span
        className={`flex h-6 w-24 shrink-0 items-center gap-1.5 font-semibold text-sm ${isAdded ? "text-success" : "text-muted"}`}
      >
        <Icon className="size-4 shrink-0" />
        {t(isAdded ? "added" : "takenBack")}
      </span>
      <ScopeWords scope={scope} />
    </li>
  );
}
