import { Minus, Plus } from "lucide-react";
import type { ScopeView } from "../scopes/scope-view";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import type { GrantChange } from "./extension-views";

const TITLES: Record<GrantChange["change"], string> = {
  granted: "Allowed",
  changed: "Permissions changed",
  revoked: "Removed",
};

/** Every change of what an extension may do: what, by whom, when. */
export function GrantHistory({ history }: { history: readonly GrantChange[] }) {
  return (
    <Panel
      title="History"
      description="Each change of what it may do, the last one first. The receipt holds the same."
      padded={false}
    >
      <ol className="divide-y divide-line">
        {history.map((entry) => (
          <Change key={entry.id} entry={entry} />
        ))}
      </ol>
    </Panel>
  );
}

function Change({ entry }: { entry: GrantChange }) {
  const { change, added, removed, by, at } = entry;
  return (
    <li className="grid gap-2 px-4 py-4 sm:px-6">
      <div>
        <h3 className="text-base">{TITLES[change]}</h3>
        <p className="text-muted text-sm">
          <Timestamp value={at} />
          {by ? (
            <>
              {" "}
              by <bdi>{by}</bdi>
            </>
          ) : null}
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
        <p className="text-muted text-sm">The same permissions as before.</p>
      )}
    </li>
  );
}

function ScopeChange({ scope, isAdded }: { scope: ScopeView; isAdded: boolean }) {
  const Icon = isAdded ? Plus : Minus;
  return (
    <li className="flex gap-2.5">
      <span
        className={`flex h-6 w-[6.5rem] shrink-0 items-center gap-1.5 font-semibold text-sm ${isAdded ? "text-success" : "text-muted"}`}
      >
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        {isAdded ? "Added" : "Taken back"}
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
