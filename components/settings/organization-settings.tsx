"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Link } from "@/components/ui/link";
import { call } from "@/lib/api/client/call";
import { ErrorNotice } from "../actions/error-notice";
import { useOperation } from "../actions/use-operation";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { ScrollArea } from "../ui/scroll-area";
import { useUnsavedGuard } from "../ui/use-unsaved-guard";

interface OrganizationSettingsProps {
  organization: {
    organization_id: string;
    name: string;
    /** Whether it is verified under this name. */
    verified: boolean;
    require_second_factor: boolean;
  };
  /** Whether the viewer has a second factor, which is needed to require one. */
  hasOwn: boolean;
  /** Names and addresses of members without one. */
  lacking: readonly { userId: string; name: string; email: string | null }[];
}

/** What the owners of an organization decide: its name, and whether its members need a second factor. */
export function OrganizationSettings({ organization, ...members }: OrganizationSettingsProps) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <NamePanel organization={organization} />
      <SecondFactorPanel organization={organization} {...members} />
    </div>
  );
}

function NamePanel({ organization }: Pick<OrganizationSettingsProps, "organization">) {
  const { organization_id, name, verified } = organization;
  const t = useTranslations("settings");
  const [typed, setTyped] = useState(name);
  const [saved, setSaved] = useState(false);
  const { error, pending, run, forget } = useOperation(
    () => call("patchOrganization", { params: { organization_id }, body: { name: typed } }),
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
          <Notice tone="success" title={t("saved")} live next={t("savedNext")} />
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
        <Button type="submit" pending={pending}>
          {t(pending ? "pending" : "submit")}
        </Button>
      </form>
    </Panel>
  );
}

/** Shows the members who lose access until they set up a second factor, before it is required. */
function SecondFactorPanel({ organization, hasOwn, lacking }: OrganizationSettingsProps) {
  const { organization_id, require_second_factor: required } = organization;
  const t = useTranslations("settings");
  const { error, pending, run, forget } = useOperation(() =>
    call("patchOrganization", {
      params: { organization_id },
      body: { require_second_factor: !required },
    }),
  );
  const profile = (words: ReactNode) => (
    <Link href="/profile#second-factor" className="inline-link">
      {words}
    </Link>
  );
  return (
    <Panel title={t("factor")} description={t("factorWhat")}>
      <div className="grid gap-5">
        <ErrorNotice error={error} onReload={forget} />
        <Badge tone={required ? "success" : "neutral"}>
          {t(required ? "required" : "notRequired")}
        </Badge>
        {lacking.length === 0 ? (
          <p>{t("all")}</p>
        ) : (
          <div className="grid gap-2">
            <p>
              {t("lacking", { count: lacking.length })}{" "}
              {t(required ? "lackingRequired" : "lackingOffered")}
            </p>
            <ScrollArea as="ul" className="wrap-anywhere max-h-64 list-disc overflow-y-auto ps-5">
              {lacking.map(({ userId, name, email }) => (
                <li key={userId}>
                  <bdi>{name}</bdi> <bdi className="text-muted">{email}</bdi>
                </li>
              ))}
            </ScrollArea>
          </div>
        )}
        {required || hasOwn ? (
          <Button
            variant={required ? "secondary" : "primary"}
            pending={pending}
            onClick={() => run()}
          >
            {t(pending ? "pending" : required ? "stop" : "require")}
          </Button>
        ) : (
          <Notice title={t("ownFirst")} next={t.rich("ownFirstNext", { profile })} />
        )}
      </div>
    </Panel>
  );
}
