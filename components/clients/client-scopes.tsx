import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ScopeGroups } from "../scopes/scope-groups";
import type { ScopeView } from "../scopes/scope-view";
import { LinkButton } from "../ui/button";
import { DataTable } from "../ui/data-table";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";

/** A client's use of one scope over the last days. */
export interface ScopeUseView {
  scope: string;
  calls: number;
  lastCallAt: string;
}

export interface ClientScopesProps {
  scopes: readonly ScopeView[];
  /** Scopes that are not in the catalogue, each with the most similar name in it. */
  unknown: readonly { name: string; nearest: string | null }[];
  /** Scopes that are missing here were not used. */
  use: readonly ScopeUseView[];
  /** Over how many days use was counted. */
  days: number;
  /** False for a client that is too new for its use to mean anything. */
  isOldEnough: boolean;
  clientPath: string;
  mayWrite: boolean;
}

/** The scopes that a client may request, in the words that sellers see, and how it uses them. */
export function ClientScopes(props: ClientScopesProps) {
  const { scopes, unknown, use, days, isOldEnough, clientPath, mayWrite } = props;
  const t = useTranslations("clientPages");
  const unused = scopes.filter(({ name }) => !use.some(({ scope }) => scope === name));
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Panel
        title={t("scopes.title", { count: scopes.length })}
        description={t("scopes.what")}
        actions={
          mayWrite ? (
            <LinkButton href={`${clientPath}/edit#scopes`} size="small">
              {t("edit")}
            </LinkButton>
          ) : null
        }
      >
        {scopes.length > 0 ? (
          <ScopeGroups scopes={scopes} rawNames />
        ) : (
          <p className="text-muted">{t("scopes.none")}</p>
        )}
      </Panel>
      <div className="grid gap-6">
        {unknown.length > 0 ? (
          <Notice tone="warning" title={t("scopes.unknown", { count: unknown.length })}>
            <ul className="grid gap-1">
              {unknown.map(({ name, nearest }) => (
                <li key={name}>
                  {nearest
                    ? t.rich("scopes.nearest", { name, nearest, code })
                    : t.rich("scopes.onlyName", { name, code })}
                </li>
              ))}
            </ul>
          </Notice>
        ) : null}
        {isOldEnough && unused.length > 0 ? (
          <UnusedScopes unused={unused} days={days} clientPath={clientPath} mayWrite={mayWrite} />
        ) : null}
        <UsePanel use={use} days={days} />
      </div>
    </div>
  );
}

const code = (words: ReactNode) => <code className="font-mono text-sm">{words}</code>;

function UnusedScopes(props: {
  unused: readonly ScopeView[];
  days: number;
  clientPath: string;
  mayWrite: boolean;
}) {
  const { unused, days, clientPath, mayWrite } = props;
  const t = useTranslations("clientPages.scopes");
  return (
    <Notice tone="info" title={t("unused", { count: unused.length, days })}>
      <ul className="grid gap-1">
        {unused.map(({ name }) => (
          <li key={name}>
            <code className="font-mono text-sm">{name}</code>
          </li>
        ))}
      </ul>
      <p>{t("unusedNext")}</p>
      {mayWrite ? (
        <div>
          <LinkButton href={`${clientPath}/edit#scopes`} size="small">
            {t("choose")}
          </LinkButton>
        </div>
      ) : null}
    </Notice>
  );
}

function UsePanel({ use, days }: { use: readonly ScopeUseView[]; days: number }) {
  const t = useTranslations("clientPages.scopes");
  const format = useFormatter();
  return (
    <Panel title={t("use", { days })} description={t("useWhat")} padded={false}>
      {use.length === 0 ? (
        <EmptyState title={t("noCalls")}>
          <p>{t("noCallsWhy", { days })}</p>
        </EmptyState>
      ) : (
        <DataTable
          caption={t("caption")}
          rows={use}
          rowKey={({ scope }) => scope}
          columns={[
            {
              key: "scope",
              label: t("scope"),
              className: "wrap-anywhere",
              cell: ({ scope }) => <code className="font-mono text-sm">{scope}</code>,
            },
            {
              key: "calls",
              label: t("calls"),
              className: "tabular-nums",
              cell: ({ calls }) => format.number(calls),
            },
            {
              key: "last",
              label: t("lastCall"),
              className: "text-sm",
              cell: ({ lastCallAt }) => <Timestamp value={lastCallAt} day />,
            },
          ]}
        />
      )}
    </Panel>
  );
}
