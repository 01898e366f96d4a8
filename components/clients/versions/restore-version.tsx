"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { sendCall } from "@/lib/api/client/call";
import type { ClientTarget } from "@/lib/api/client/client-calls";
import { Outcome } from "../../actions/outcome";
import { confirmAction, useActionDialog } from "../../actions/row-actions";
import { ShowCall } from "../../actions/show-call";
import { Button } from "../../ui/button";
import { ScrollArea } from "../../ui/scroll-area";
import type { ClientValues } from "../configuration/client-values";
import { savingCalls } from "../configuration/saving-calls";

interface RestoreVersionProps {
  client: ClientTarget & { version: number };
  /** The current configuration; restoring fails with 412 if someone has changed it since. */
  present: ClientValues;
  /** The values to restore, and the name of their version. */
  values: ClientValues;
  name: string;
  clusterUrl: string;
  children: ReactNode;
}

/** Saves the values of an earlier version, like any change of the configuration. */
export function RestoreVersion(props: RestoreVersionProps) {
  const { client, present, values, name, clusterUrl, children } = props;
  const t = useTranslations("clientPages.versions");
  const router = useRouter();
  const refresh = () => router.refresh();
  // Also when it is closed: of two calls, the first may have been made.
  const { ask, notice, dialog } = useActionDialog(refresh, refresh);
  const callsFor = (revokesSecrets: boolean) =>
    savingCalls(client, present, values, revokesSecrets);
  const restore = confirmAction({
    key: "restore",
    label: t("restore"),
    title: t("restoreTitle", { name }),
    submit: t("restore"),
    what: [
      <ScrollArea key="changes" className="max-h-[40dvh] overflow-y-auto">
        {children}
      </ScrollArea>,
      <ShowCall key="calls" calls={callsFor(false)} clusterUrl={clusterUrl} />,
    ],
    send: async (fields) => {
      let waits = false;
      for (const call of callsFor(fields.has("revoke_secrets"))) {
        const { review } = await sendCall<"patchClient" | "updateClient">(call);
        waits = review?.state === "pending";
      }
      return waits;
    },
    notice: (waits, { dismiss }) => (
      <Outcome tone="success" title={t("restored")} onDismiss={dismiss}>
        {waits ? <p>{t("waits")}</p> : null}
      </Outcome>
    ),
  });
  return (
    <>
      {notice}
      {callsFor(false).length > 0 ? (
        <Button variant="primary" className="w-fit" onClick={() => ask(restore)}>
          {restore.label}
        </Button>
      ) : null}
      {dialog}
    </>
  );
}
