"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { sendCall } from "@/lib/api/client/call";
import {
  type ClientTarget,
  deleteClientCall,
  patchClientCall,
} from "@/lib/api/client/client-calls";
import { Button } from "../ui/button";
import { Panel } from "../ui/panel";
import { ActionErrorNotice, useClientAction } from "./action-error-notice";

// Loaded after the page: they are seldom opened.
const DeactivateClientDialog = lazy(async () => ({
  default: (await import("./deactivate-client-dialog")).DeactivateClientDialog,
}));
const DeleteClientDialog = lazy(async () => ({
  default: (await import("./delete-client-dialog")).DeleteClientDialog,
}));

export interface ClientDangerZoneProps {
  client: ClientTarget & { name: string; isActive: boolean };
  /** Where to continue after deleting the client. */
  listPath: string;
  clusterUrl: string;
}

type Question = "deactivate" | "delete" | null;

/** Activates, deactivates and deletes a client. Each dialog shows who would be affected. */
export function ClientDangerZone({ client, listPath, clusterUrl }: ClientDangerZoneProps) {
  const { isActive } = client;
  const t = useTranslations("client.dangerZone");
  const router = useRouter();
  const [question, setQuestion] = useState<Question>(null);
  const { error, pending, run, forget } = useClientAction();

  const setActive = (active: boolean) =>
    run(async () => {
      await sendCall(patchClientCall(client, { is_active: active }));
      setQuestion(null);
      router.refresh();
    });
  const remove = () =>
    run(async () => {
      await sendCall(deleteClientCall(client));
      router.push(`${listPath}?view=deleted&done=deleted`);
    });
  const ask = (next: Question) => {
    forget();
    setQuestion(next);
  };
  const dialogProps = { client, clusterUrl, error, pending, onCancel: () => ask(null) };

  return (
    <Panel id="danger" title={t("title")} tone="danger">
      <div className="grid gap-5">
        {question === null ? <ActionErrorNotice error={error} onReload={forget} /> : null}
        {isActive ? (
          <Choice
            explanation={t("deactivateWhat")}
            button={<Button onClick={() => ask("deactivate")}>{t("deactivate")}</Button>}
          />
        ) : (
          <Choice
            explanation={t("activateWhat")}
            button={
              <Button pending={pending} onClick={() => setActive(true)}>
                {t(pending ? "activating" : "activate")}
              </Button>
            }
          />
        )}
        <Choice
          explanation={t(isActive ? "deactivateFirst" : "deleteWhat")}
          button={
            <Button variant="danger" disabled={isActive} onClick={() => ask("delete")}>
              {t("delete")}
            </Button>
          }
        />
      </div>
      <Suspense>
        <DeactivateClientDialog
          {...dialogProps}
          open={question === "deactivate"}
          onConfirm={() => setActive(false)}
        />
      </Suspense>
      <Suspense>
        <DeleteClientDialog {...dialogProps} open={question === "delete"} onConfirm={remove} />
      </Suspense>
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
