"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Panel } from "../../ui/panel";
import { ClientFields } from "./client-field";
import { type ScopeFacts, ScopesSection } from "./scopes-section";

export interface ClientFormProps {
  scopes: ScopeFacts;
  /** Below the redirect URLs. */
  urls?: ReactNode;
  /** Below the fields for sellers. */
  listing?: ReactNode;
  isReadOnly: boolean;
}

/** The parts of a client's form, each with its fields from the table. Needs a form around it. */
export function ClientForm({ scopes, urls, listing, isReadOnly }: ClientFormProps) {
  const t = useTranslations("clientForm.form");
  return (
    <>
      <Panel id="identity" title={t("identity")} description={t("identityWhat")}>
        <ClientFields group="identity" isReadOnly={isReadOnly} />
      </Panel>
      <Panel id="urls" title={t("urls")}>
        <div className="grid gap-5">
          <ClientFields group="urls" isReadOnly={isReadOnly} />
          {urls}
        </div>
      </Panel>
      <Panel id="scopes" title={t("scopes")} description={t("scopesWhat")}>
        <ScopesSection {...scopes} isReadOnly={isReadOnly} />
      </Panel>
      <Panel id="tokens" title={t("tokens")}>
        <ClientFields group="tokens" isReadOnly={isReadOnly} />
      </Panel>
      <Panel id="listing" title={t("listing")} description={t("listingWhat")}>
        <div className="grid gap-5">
          <ClientFields group="listing" isReadOnly={isReadOnly} />
          {listing}
        </div>
      </Panel>
    </>
  );
}
