import { CircleHelp, Eye, Pencil, Trash2, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { groupScopes, type ScopeAccess, type ScopeView } from "./scope-view";

const ACCESSES: Record<ScopeAccess, { icon: typeof Eye; className: string }> = {
  view: { icon: Eye, className: "text-info" },
  change: { icon: Pencil, className: "text-warning" },
  delete: { icon: Trash2, className: "text-danger" },
  other: { icon: CircleHelp, className: "text-muted" },
};

const ACCESS_ORDER: readonly ScopeAccess[] = ["view", "change", "delete", "other"];

/** Sorts scopes to read before those to change, and those to change before those to delete. */
function byAccess(scopes: readonly ScopeView[]): ScopeView[] {
  return [...scopes].sort(
    (a, b) => ACCESS_ORDER.indexOf(a.access) - ACCESS_ORDER.indexOf(b.access),
  );
}

export interface ScopeGroupsProps {
  scopes: readonly ScopeView[];
  /** Shows the string on the wire under each sentence, for developers. */
  rawNames?: boolean;
  /** What to say below a sentence; null for nothing. */
  noteOn?: (scope: ScopeView) => ReactNode;
}

/**
 * The permissions of an extension by business object. Access to customer data is separate, because sellers are liable
 * for it.
 */
export function ScopeGroups({ scopes, rawNames = false, noteOn }: ScopeGroupsProps) {
  const t = useTranslations("scopes");
  const lines = { rawNames, noteOn };
  const customerData = scopes.filter((scope) => scope.customerData);
  const rest = scopes.filter((scope) => !scope.customerData);
  return (
    <div className="@container grid gap-4">
      {rest.length > 0 ? (
        <div className="divide-y divide-line overflow-hidden rounded border border-line">
          {groupScopes(rest).map(([group, members]) => (
            <ScopeGroup key={group} name={group} scopes={members} {...lines} />
          ))}
        </div>
      ) : null}
      {customerData.length > 0 ? (
        <div className="overflow-hidden rounded border border-brass">
          <p className="flex items-center gap-2 bg-brass-soft px-4 py-2 font-semibold text-brass text-sm">
            <UserRound className="size-4 shrink-0" aria-hidden="true" />
            {t("customerData")}
          </p>
          <div className="divide-y divide-line">
            {groupScopes(customerData).map(([group, members]) => (
              <ScopeGroup key={group} name={group} scopes={members} {...lines} />
            ))}
          </div>
        </div>
      ) : null}
    </div>
  );
}

interface ScopeGroupProps extends ScopeGroupsProps {
  /** Null for scopes of no business object that we know. */
  name: string | null;
}

function ScopeGroup({ name, scopes, rawNames = false, noteOn }: ScopeGroupProps) {
  const t = useTranslations("scopes");
  return (
    <div className="grid gap-x-4 gap-y-1.5 px-4 py-3 @lg:grid-cols-[8.5rem_minmax(0,1fr)]">
      <h3 className="text-base">{name ?? t("otherGroup")}</h3>
      <ul className="grid gap-1.5">
        {byAccess(scopes).map((scope) => (
          <ScopeLine key={scope.name} scope={scope} rawName={rawNames} note={noteOn?.(scope)} />
        ))}
      </ul>
    </div>
  );
}

/** One permission: the verb as a word and an icon, then the sentence. */
function ScopeLine(props: { scope: ScopeView; rawName: boolean; note: ReactNode }) {
  const { scope, rawName, note } = props;
  const t = useTranslations("scopes");
  const { icon: Icon, className } = ACCESSES[scope.access];
  return (
    <li className="flex gap-2.5">
      <span
        className={`flex h-6 w-[5.25rem] shrink-0 items-center gap-1.5 font-semibold text-sm ${className}`}
      >
        <Icon className="size-4 shrink-0" aria-hidden="true" />
        {t(`access.${scope.access}`)}
      </span>
      <span className="min-w-0">
        {scope.known ? scope.sentence : null}
        {rawName || !scope.known ? (
          <code className="block font-mono text-muted text-sm">{scope.name}</code>
        ) : null}
        {scope.known ? null : <span className="block text-muted text-sm">{t("undescribed")}</span>}
        {note ? <span className="block text-muted text-sm">{note}</span> : null}
      </span>
    </li>
  );
}
