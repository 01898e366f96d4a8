"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode } from "react";
import { sendCall } from "@/lib/api/client/call";
import { type ClientTarget, deleteLogoCall, putLogoCall } from "@/lib/api/client/client-calls";
import { ClientOnly } from "../ui/client-only";
import { Panel } from "../ui/panel";
import { ActionErrorNotice, useClientAction } from "./action-error-notice";

const LogoField = lazy(async () => ({ default: (await import("../brand/logo-field")).LogoField }));

interface ClientLogoPanelProps {
  client: ClientTarget & { logoUri: string | null };
  /** Its mark, as it is shown elsewhere. */
  mark: ReactNode;
}

/** Uploads, replaces and removes the logo of a client. */
export function ClientLogoPanel({ client, mark }: ClientLogoPanelProps) {
  const t = useTranslations("logo");
  const router = useRouter();
  const { error, pending, run, forget } = useClientAction();
  const change = (send: () => Promise<unknown>) =>
    run(async () => {
      await send();
      router.refresh();
    });
  return (
    <Panel title={t("title")} description={t("clientWhat")}>
      <div className="grid gap-4">
        <ActionErrorNotice error={error} onReload={forget} />
        <ClientOnly className="min-h-33 sm:min-h-28">
          <LogoField
            preview={mark}
            hasLogo={client.logoUri !== null}
            pending={pending}
            onUpload={(file) => change(() => sendCall(putLogoCall(client, file)))}
            onRemove={() => change(() => sendCall(deleteLogoCall(client)))}
          />
        </ClientOnly>
      </div>
    </Panel>
  );
}
