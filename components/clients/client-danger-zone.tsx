"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { sendCall } from "@/lib/api/client/call";
import {
  type ClientTarget,
  deleteClientCall,
  patchClientCall,
} from "@/lib/api/client/client-calls";
import type { PreparedCall } from "@/lib/api/client/prepared-call";
import { RESTORE_DAYS } from "@/lib/clients/values";
import { ErrorNotice } from "../actions/error-notice";
import { confirmAction, useActionDialog } from "../actions/row-actions";
import { useOperation } from "../actions/use-operation";
import { Button } from "../ui/button";
import { Panel } from "../ui/panel";
import { usePreload } from "../ui/use-preload";
import { LazyImpactSummary, loadImpactSummary } from "./lazy-impact-summary";

export interface ClientDangerZoneProps {
  client: ClientTarget & { name: string; isActive: boolean };
  listPath: string;
  clusterUrl: string;
}

/** Activates, deactivates and deletes a client. Each dialog shows who would be affected. */
export function ClientDangerZone({ client, listPath, clusterUrl }: ClientDangerZoneProps) {
  const { name, isActive } = client;
  const t = useTranslations("client.dangerZone");
  const words = useTranslations("client");
  const router = useRouter();
  usePreload(loadImpactSummary);
  const activation = useOperation(() => sendCall(patchClientCall(client, { is_active: true })));
  const { ask, dialog } = useActionDialog(({ removes }) => {
    if (removes) router.push(`${listPath}?view=deleted&done=deleted`);
    else router.refresh();
  });
  const term = (text: ReactNode) => <strong className="font-semibold">{text}</strong>;
  const question = (
    kind: "deactivate" | "delete",
    call: PreparedCall<"deleteClient" | "patchClient">,
  ) =>
    confirmAction({
      key: kind,
      label: t(kind),
      title: words(`${kind}.title`, { name }),
      submit: words(`${kind}.submit`),
      isDangerous: true,
      ...(kind === "delete" && { removes: true, typed: name }),
      what: [
        <LazyImpactSummary key="impact" client={client} />,
        <p key="stops">{words.rich(`${kind}.stops`, { term })}</p>,
        <p key="stays">{words.rich(`${kind}.stays`, { term, days: RESTORE_DAYS })}</p>,
      ],
      shows: { call: () => call, clusterUrl },
      send: () => sendCall(call),
    });
  const deactivate = question("deactivate", patchClientCall(client, { is_active: false }));
  const remove = question("delete", deleteClientCall(client));
  return (
    <Panel id="danger" title={t("title")} tone="danger">
      <div className="grid gap-5">
        <ErrorNotice error={activation.error} onReload={activation.forget} />
        {isActive ? (
          <Choice
            explanation={t("deactivateWhat")}
            button={<Button onClick={() => ask(deactivate)}>{deactivate.label}</Button>}
          />
        ) : (
          <Choice
            explanation={t("activateWhat")}
            button={
              <Button pending={activation.pending} onClick={() => activation.run()}>
                {t(activation.pending ? "activating" : "activate")}
              </Button>
            }
          />
        )}
        <Choice
          explanation={t(isActive ? "deactivateFirst" : "deleteWhat")}
          button={
            <Button variant="danger" disabled={isActive} onClick={() => ask(remove)}>
              {remove.label}
            </Button>
          }
        />
      </div>
      {dialog}
    </Panel>
  );
}

function Choice({ explanation, button }: { explanation: string; button: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0 flex-1 basis-52 text-sm">{explanation}</p>
      {button}
    </div>
  );
}
