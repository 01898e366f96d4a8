"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Panel } from "../../ui/panel";
import { ClientFields } from "./client-field";
import { type ScopeFacts, ScopesSection } from "./scopes-section";

const GROUPS = ["identity", "urls", "scopes", "tokens", "listing"] as const;

export interface ClientFormProps {
  scopes: ScopeFacts;
  /** What follows the fields of a group. */
  below: Readonly<Partial<Record<(typeof GROUPS)[number], ReactNode>>>;
  isReadOnly: boolean;
}

/** The parts of a client's form, each with its fields from the table. Needs a form around it. */
export function ClientForm({ scopes, below, isReadOnly }: ClientFormProps) {
  const t = useTranslations("clientForm.form");
  const whatOf = (group: (typeof GROUPS)[number]) =>
    group === "urls" || group === "tokens" ? undefined : t(`${group}What`);
  return GROUPS.map((group) => (
    <Panel key={group} id={group} title={t(group)} description={whatOf(group)}>
      {group === "scopes" ? (
        <ScopesSection {...scopes} isReadOnly={isReadOnly} />
      ) : (
        <div className="grid gap-5">
          <ClientFields group={group} isReadOnly={isReadOnly} />
          {below[group]}
        </div>
      )}
    </Panel>
  ));
}
