"use client";

import { Trash2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { lazy } from "react";
import { type ScopeView, unknownScope } from "../../scopes/scope-view";
import { Badge } from "../../ui/badge";
import { IconButton } from "../../ui/button";
import { ClientOnly } from "../../ui/client-only";
import { Disclosure } from "../../ui/disclosure";
import { useClientField, useClientFormState } from "./client-form-state";

const ConsentPreview = lazy(async () => ({
  default: (await import("./consent-preview")).ConsentPreview,
}));

const ScopePicker = lazy(async () => ({ default: (await import("./scope-picker")).ScopePicker }));

/** What the page knows about the scopes of a stored client. */
export interface ScopeFacts {
  catalogue: readonly ScopeView[];
  /** The calls of the last `days` by scope; scopes that are missing were not used. */
  use: Readonly<Record<string, number>>;
  /** False for a client too new for its use to mean anything. */
  isOldEnough: boolean;
  days: number;
  /** The most similar name in the catalogue for scopes that it lacks. */
  nearest: Readonly<Record<string, string | null>>;
}

/** The scopes that a client may ask for with their use, and the catalogue beside them. */
export function ScopesSection({ isReadOnly, ...facts }: ScopeFacts & { isReadOnly: boolean }) {
  const t = useTranslations("clientForm.scopes");
  const field = useClientField("scopes.permissions");
  const { stored } = useClientFormState();
  const { catalogue } = facts;
  const chosen = field.value.map(
    (name) => catalogue.find((scope) => scope.name === name) ?? unknownScope(name),
  );
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <div className="grid gap-3">
        {chosen.length > 0 ? (
          <ul className="divide-y divide-line rounded border border-line">
            {chosen.map((scope) => (
              <ChosenScope
                key={scope.name}
                scope={scope}
                facts={facts}
                isStored={stored.scopes.permissions.includes(scope.name)}
                onRemove={
                  isReadOnly
                    ? undefined
                    : () => field.onChange(field.value.filter((name) => name !== scope.name))
                }
              />
            ))}
          </ul>
        ) : (
          <p className="text-muted">{t("none")}</p>
        )}
        <Disclosure summary={t("preview")}>
          <ClientOnly>
            <ConsentPreview catalogue={catalogue} />
          </ClientOnly>
        </Disclosure>
      </div>
      {isReadOnly ? null : (
        <ClientOnly className="min-h-189 sm:min-h-181">
          <ScopePicker
            catalogue={catalogue}
            selected={field.value}
            error={field.message}
            onChange={field.onChange}
          />
        </ClientOnly>
      )}
    </div>
  );
}

function ChosenScope(props: {
  scope: ScopeView;
  facts: ScopeFacts;
  isStored: boolean;
  onRemove: (() => void) | undefined;
}) {
  const { scope, facts, isStored, onRemove } = props;
  const { name, known, sentence } = scope;
  const { use, isOldEnough, days, nearest } = facts;
  const t = useTranslations("clientForm.scopes");
  const format = useFormatter();
  const calls = use[name] ?? 0;
  return (
    <li className="flex min-h-12 items-center gap-3 px-3 py-1.5">
      <div className="grid min-w-0 flex-1">
        <span>{known ? sentence : t("own")}</span>
        <code className="wrap-anywhere font-mono text-muted text-sm">{name}</code>
        {nearest[name] ? (
          <span className="text-sm text-warning">{t("nearest", { nearest: nearest[name] })}</span>
        ) : null}
      </div>
      <span className="shrink-0 text-muted text-sm tabular-nums">
        {isStored ? null : <Badge tone="success">{t("added")}</Badge>}
        {isStored && calls > 0 ? t("calls", { count: calls, calls: format.number(calls) }) : null}
        {isStored && isOldEnough && calls === 0 ? (
          <Badge tone="warning">{t("unused", { days })}</Badge>
        ) : null}
      </span>
      {onRemove ? (
        <IconButton icon={Trash2} label={t("remove", { scope: name })} onClick={onRemove} />
      ) : null}
    </li>
  );
}
