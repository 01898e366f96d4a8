"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import { ErrorNotice } from "../actions/error-notice";
import { useOperation } from "../actions/use-operation";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";

export interface OrganizationNameProps {
  organizationId: string;
  name: string;
  /** Whether the organization is verified under this name. */
  verified: boolean;
}

export function OrganizationName({ organizationId, name, verified }: OrganizationNameProps) {
  const t = useTranslations("settings");
  const [typed, setTyped] = useState(name);
  const [saved, setSaved] = useState(false);
  const params = { organization_id: organizationId };
  const { error, pending, run, forget } = useOperation(
    () => call("patchOrganization", { params, body: { name: typed } }),
    {
      onDone: (renamed) => {
        setTyped(renamed.name);
        setSaved(true);
      },
    },
  );
  useUnsavedGuard(typed !== name);
  return (
    <Panel title={t("name")}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) run();
        }}
      >
        <ErrorNotice error={error} onReload={forget} />
        {saved && typed === name ? (
          <Notice tone="success" title={t("saved")} live>
            <p>{t("savedNext")}</p>
          </Notice>
        ) : null}
        <TextField
          label={t("organization")}
          hint={t(verified ? "hintVerified" : "hint")}
          autoComplete="organization"
          maxLength={120}
          required
          value={typed}
          onChange={(event) => {
            forget();
            setTyped(event.target.value);
          }}
        />
        <div>
          <Button type="submit" pending={pending}>
            {t(pending ? "pending" : "submit")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
