import { CircleHelp, Eye, Pencil, Trash2, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Disclosure } from "../ui/disclosure";
import {
  ACCESS_ORDER,
  byAccess,
  groupScopes,
  type ScopeAccess,
  type ScopeView,
  saidOnce,
  sayingOf,
} from "./scope-view";

const ACCESSES: Record<ScopeAccess, { icon: typeof Eye; className: string }> = {
  view: { icon: Eye, className: "text-info" },
  change: { icon: Pencil, className: "text-warning" },
  delete: { icon: Trash2, className: "text-danger" },
  other: { icon: CircleHelp, className: "text-muted" },
};

/** From this length on, a list begins with what it contains, and folds. */
const LONG = 13;

export interface ScopeGroupsProps {
  scopes: readonly ScopeView[];
  /** What to say below a sentence; null for nothing. */
  noteOn?: (scope: ScopeView) => ReactNode;
}

/** Permissions by business object, customer data apart. A long list begins with its size, and folds. */
export function ScopeGroups({ scopes, noteOn }: ScopeGroupsProps) {
  const t = useTranslations("scopes");
  const isLong = scopes.length >= LONG;
  const withCustomers = scopes.filter((scope) => scope.customerData);
  const others = scopes.filter((scope) => !scope.customerData);
  const box = { noteOn, isLong };
  return (
    <div className="@container grid gap-4">
      {isLong ? (
        <p className="font-semibold">
          {t("count", { count: scopes.length })}: <ScopeCounts scopes={scopes} />
        </p>
      ) : (
        <ScopeBox {...box} scopes={others} />
      )}
      <ScopeBox {...box} scopes={withCustomers} ofCustomers />
      {isLong ? <ScopeBox {...box} scopes={others} /> : null}
    </div>
  );
}

/** How many permissions view, change and delete, and how many are about customers. */
function ScopeCounts({ scopes }: Pick<ScopeGroupsProps, "scopes">) {
  const t = useTranslations("scopes.counts");
  const counts = [
    ...ACCESS_ORDER.map((kind) => ({ kind, of: scopes.filter(({ access }) => access === kind) })),
    { kind: "customers", of: scopes.filter(({ customerData }) => customerData) } as const,
  ];
  return counts
    .flatMap(({ kind, of: { length: count } }) => (count > 0 ? t(kind, { count }) : []))
    .join(", ");
}

interface ScopeBoxProps extends ScopeGroupsProps {
  isLong: boolean;
  ofCustomers?: boolean;
}

function ScopeBox({ scopes, noteOn, isLong, ofCustomers = false }: ScopeBoxProps) {
  const t = useTranslations("scopes");
  // One with a note is always shown.
  const keyOf = (scope: ScopeView) => (noteOn?.(scope) ? scope.name : sayingOf(scope));
  if (scopes.length === 0) return null;
  return (
    <div
      className={`overflow-hidden rounded border ${ofCustomers ? "border-brass" : "border-line"}`}
    >
      {ofCustomers ? (
        <p className="flex items-center gap-2 bg-brass-soft px-4 py-2 font-semibold text-brass text-sm">
          <UserRound className="size-4 shrink-0" />
          {t("customerData")}
        </p>
      ) : null}
      <div className="divide-y divide-line">
        {groupScopes(scopes).map(([name, members]) => (
          <ScopeGroup
            key={name}
            name={name ?? t("otherGroup")}
            counts={isLong && !ofCustomers ? <ScopeCounts scopes={members} /> : null}
          >
            {(isLong ? saidOnce(members, keyOf) : members).toSorted(byAccess).map((scope) => (
              <ScopeLine key={scope.name} scope={scope} note={noteOn?.(scope)} />
            ))}
          </ScopeGroup>
        ))}
      </div>
    </div>
  );
}

/** @param props.counts what is in it, if it is folded */
function ScopeGroup(props: { name: string; counts: ReactNode; children: ReactNode }) {
  const title = <h3 className="text-base">{props.name}</h3>;
  const lines = <ul className="grid gap-1.5">{props.children}</ul>;
  if (props.counts === null) {
    return (
      <div className="grid gap-x-4 gap-y-1.5 px-4 py-3 @lg:grid-cols-[8.5rem_minmax(0,1fr)]">
        {title}
        {lines}
      </div>
    );
  }
  const summary = (
    <>
      {title}
      <span className="ms-auto font-normal text-muted text-sm">{props.counts}</span>
    </>
  );
  return (
    <Disclosure look="section" summary={summary}>
      {lines}
    </Disclosure>
  );
}

function ScopeLine({ scope, note }: { scope: ScopeView; note: ReactNode }) {
  const t = useTranslations("scopes");
  return (
    <li className="flex gap-2.5">
      <AccessMark access={scope.access} />
      <span className="min-w-0">
        <ScopeWords scope={scope} />
        {scope.known ? null : <span className="block text-muted text-sm">{t("undescribed")}</span>}
        {note ? <span className="block text-muted text-sm">{note}</span> : null}
      </span>
    </li>
  );
}

/** What a permission does, as a word and an icon. */
export function AccessMark({ access }: Pick<ScopeView, "access">) {
  const t = useTranslations("scopes.access");
  const { icon: Icon, className } = ACCESSES[access];
  return (
    <span
      className={`flex h-6 w-[5.25rem] shrink-0 items-center gap-1.5 font-semibold text-sm ${className}`}
    >
      <Icon className="size-4 shrink-0" />
      {t(access)}
    </span>
  );
}

/** The sentence of a permission; without one, its technical name. */
export function ScopeWords({ scope: { known, sentence, name } }: { scope: ScopeView }) {
  if (known) return sentence;
  return <code className="wrap-anywhere font-mono text-muted text-sm">{name}</code>;
}
