"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { sendCall } from "@/lib/api/client/call";
import { patchClientCall } from "@/lib/api/client/client-calls";
import { listings } from "@/lib/clients/field-values";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Panel } from "../ui/panel";
import { Select } from "../ui/select";
import { TextInput } from "../ui/text-input";
import { ActionErrorNotice, useClientAction } from "./action-error-notice";
import type { ClientDetailView } from "./client-views";

export interface ClientListingPanelProps {
  client: Pick<
    ClientDetailView,
    "organizationId" | "clientId" | "version" | "listing" | "pendingReview" | "draftCompanies"
  >;
}

type Listing = ClientDetailView["listing"];

/** Chooses who can install a client. */
export function ClientListingPanel({ client }: ClientListingPanelProps) {
  const t = useTranslations("client.listing");
  const router = useRouter();
  const [listing, setListing] = useState<Listing>(
    asListing(client.pendingReview.listing?.proposed) ?? client.listing,
  );
  const [companies, setCompanies] = useState(client.draftCompanies.join(", "));
  const [isMalformed, setMalformed] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { error, pending, run, forget } = useClientAction();
  const save = () => {
    const ids = readIds(companies);
    setMalformed(ids === null);
    setSaved(false);
    if (ids === null) return;
    run(async () => {
      await sendCall(patchClientCall(client, { listing, draft_companies: ids }));
      setSaved(true);
      router.refresh();
    });
  };
  return (
    <Panel title={t("title")} description={t("description")}>
      <div className="grid gap-4">
        <ActionErrorNotice error={error} onReload={forget} />
        <Field label={t("choice")}>
          {(control) => (
            <Select
              {...control}
              value={listing}
              options={listings.map((value) => ({ value, label: t(value) }))}
              onChange={(event) => {
                setListing(asListing(event.target.value) ?? listing);
                setSaved(false);
              }}
            />
          )}
        </Field>
        {listing === "draft" ? (
          <Field
            label={t("companies")}
            hint={t("companiesHint")}
            error={isMalformed ? t("notIds") : null}
            optional
          >
            {(control) => (
              <TextInput
                {...control}
                mono
                inputMode="numeric"
                value={companies}
                onChange={(event) => {
                  setCompanies(event.target.value);
                  setSaved(false);
                }}
              />
            )}
          </Field>
        ) : null}
        <div className="flex flex-wrap items-center gap-3">
          <Button pending={pending} onClick={save}>
            {t(pending ? "saving" : "save")}
          </Button>
          <p role="status" className="text-success">
            {isSaved ? t("saved") : null}
          </p>
        </div>
      </div>
    </Panel>
  );
}

function asListing(value: unknown): Listing | undefined {
  return listings.find((each) => each === value);
}

/** Null if something is not a company's id. */
function readIds(text: string): number[] | null {
  const ids = text.split(/[\s,]+/).flatMap((id) => (id === "" ? [] : Number(id)));
  return ids.every((id) => Number.isSafeInteger(id) && id > 0) ? ids : null;
}
