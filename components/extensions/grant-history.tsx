import { Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ScopeView } from "../scopes/scope-view";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import type { GrantChange } from "./extension-views";

/** Every change of an extension's permissions: the change, its author, and its time. */
export function GrantHistory({ history }: { history: readonly GrantChange[] }) {
  const t = useTranslations("extensions.history");
  return (
    <Panel title={t("title")} description={t("explanation")} padded={false}>
      <ol className="divide-y divide-line">
        {history.map((entry) => (
          <Change key={entry.id} entry={entry} />
        ))}
      </ol>
    </Panel>
  );
}

function Change({ entry }: { entry: GrantChange }) {
  const t = useTranslations("extensions.history");
  const { change, added, removed, by, at } = entry;
  const when = () => <Timestamp value={at} />;
  return (
    <li className="grid gap-2 px-4 py-4 sm:px-6">
      <div>
        <h3 className="text-base">{t(change)}</h3>
        <p className="text-muted text-sm">
          {by ? t.rich("by", { when, person: () => <bdi>{by}</bdi> }) : when()}
        </p>
      </div>
      {added.length + removed.length > 0 ? (
        <ul className="grid gap-1">
          {added.map((scope) => (
            <ScopeChange key={scope.name} scope={scope} isAdded />
          ))}
          {removed.map((scope) => (
            <ScopeChange key={scope.name} scope={scope} isAdded={false} />
          ))}
        </ul>
      ) : (
        <p className="text-muted text-sm">{t("same")}</p>
      )}
    </li>
  );
}

function ScopeChange({ scope, isAdded }: { scope: ScopeView; isAdded: boolean }) {
  const t = useTranslations("extensions.history");
  const Icon = isAdded ? Plus : Minus;
  return (
    <li className="flex gap-2.5">
      <span
        className={`flex h-6 w-[6.5rem] shrink-0 items-center gap-1.5 font-semibold text-sm ${isAdded ? "text-success" : "text-muted"}`}
      >
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        {t(isAdded ? "added" : "takenBack")}
      </span>
      <span className="min-w-0">
        {scope.known ? (
          scope.sentence
        ) : (
          <code className="font-mono text-muted text-sm">{scope.name}</code>
        )}
      </span>
    </li>
  );
}
