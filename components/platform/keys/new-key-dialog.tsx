"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import type { CreateServiceKey, ServiceKeyWithSecret } from "@/lib/clients/service-keys/schemas";
import { Checkbox } from "../../ui/checkbox";
import { ActionDialog, DraftField } from "../action-dialog";
import { loadKeySecretPanel } from "./lazy-key-secret-panel";

type Scope = CreateServiceKey["scopes"][number];

/** Held by proxies, so a key with it has no other scope. */
const GATE: Scope = "platform/gate";

export interface NewKeyDialogProps {
  scopes: readonly Scope[];
  onClose: () => void;
  onCreated: (key: ServiceKeyWithSecret) => void;
}

/** Asks for the name and scopes of a new service key, and creates it. */
export function NewKeyDialog({ scopes, onClose, onCreated }: NewKeyDialogProps) {
  const t = useTranslations("platform.keys.create");
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const toggle = (scope: Scope, on: boolean) => {
    const others = chosen.filter((one) => one !== scope && (one === GATE) === (scope === GATE));
    setChosen(on ? [...others, scope] : others);
  };
  return (
    <ActionDialog
      title={t("title")}
      submit={t("submit")}
      disabled={chosen.length === 0}
      onClose={onClose}
      onSubmit={async () => {
        await loadKeySecretPanel();
        const body = { name: name.trim(), scopes: [...chosen] };
        onCreated(await call("createServiceKey", { params: {}, body }));
      }}
    >
      <DraftField
        label={t("name")}
        hint={t("nameHint")}
        maxLength={120}
        value={name}
        onChange={setName}
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold">{t("scopes")}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={<code className="wrap-anywhere font-mono text-sm">{scope}</code>}
            description={t(`what.${WORDS[scope]}`)}
            checked={chosen.includes(scope)}
            onChange={(event) => toggle(scope, event.target.checked)}
          />
        ))}
      </fieldset>
    </ActionDialog>
  );
}

/** The message that describes each scope: a key of messages has no slashes. */
const WORDS = {
  "platform/directory/read": "directoryRead",
  "platform/directory/write": "directoryWrite",
  "platform/clients/write": "clientsWrite",
  "platform/scopes/write": "scopesWrite",
  "platform/introspect": "introspect",
  "platform/gate": "gate",
  "platform/log/read": "logRead",
} as const satisfies Record<Scope, string>;
