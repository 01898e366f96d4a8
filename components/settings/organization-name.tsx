"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import { ActionErrorNotice, useClientAction } from "../clients/action-error-notice";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { TextInput } from "../ui/text-input";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";

export interface OrganizationNameProps {
  organizationId: string;
  name: string;
  /** Whether the organization is verified under this name. */
  verified: boolean;
}

export function OrganizationName({ organizationId, name, verified }: OrganizationNameProps) {
  const t = useTranslations("settings");
  const router = useRouter();
  const [typed, setTyped] = useState(name);
  const [saved, setSaved] = useState(false);
  const { error, pending, run, forget } = useClientAction();
  useUnsavedGuard(typed !== name);
  const save = () =>
    run(async () => {
      setSaved(false);
      const renamed = await call("patchOrganization", {
        params: { organization_id: organizationId },
        body: { name: typed },
      });
      setTyped(renamed.name);
      setSaved(true);
      router.refresh();
    });
  return (
    <Panel title={t("name")}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <ActionErrorNotice error={error} onReload={forget} />
        {saved && typed === name ? (
          <Notice tone="success" title={t("saved")} live>
            <p>{t("savedNext")}</p>
          </Notice>
        ) : null}
        <Field label={t("organization")} hint={t(verified ? "hintVerified" : "hint")}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="organization"
              maxLength={120}
              required
              value={typed}
              onChange={(event) => {
                forget();
                setTyped(event.target.value);
              }}
            />
          )}
        </Field>
        <div>
          <Button type="submit" pending={pending}>
            {t(pending ? "pending" : "submit")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
