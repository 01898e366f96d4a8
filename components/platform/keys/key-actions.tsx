"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import type {
  CreateServiceKey,
  ServiceKey,
  ServiceKeyWithSecret,
} from "@/lib/clients/service-keys/schemas";
import { DialogField, textOf } from "../../actions/dialog-field";
import { confirmAction, type RowAction } from "../../actions/row-actions";
import { loadSecretPanels } from "../../secrets/lazy-secret-panel";
import { OverlapField, overlapOf } from "../../secrets/overlap-field";
import { Checkbox } from "../../ui/checkbox";

export type KeyScope = CreateServiceKey["scopes"][number];

/** What can be done with service keys. @param onMade called with a new secret, to show it */
export function useKeyActions(
  scopes: readonly KeyScope[],
  onMade: (key: ServiceKeyWithSecret) => void,
): { create: RowAction; of: (key: ServiceKey) => RowAction[] } {
  const t = useTranslations("platform.keys");
  const create = confirmAction({
    key: "create",
    label: t("create.open"),
    title: t("create.title"),
    submit: t("create.submit"),
    isEmpty: (fields) => !fields.has("scope"),
    what: [
      <DialogField
        key="name"
        name="name"
        label={t("create.name")}
        hint={t("create.nameHint")}
        maxLength={120}
      />,
      <ScopeChoice key="scopes" scopes={scopes} />,
    ],
    send: async (fields) => {
      await loadSecretPanels();
      const chosen = scopes.filter((scope) => fields.getAll("scope").includes(scope));
      const body = { name: textOf(fields, "name"), scopes: chosen };
      onMade(await call("createServiceKey", { params: {}, body }));
    },
  });
  const actionsOf = (key: ServiceKey): RowAction[] => {
    const { name, client_id, secrets } = key;
    const params = { client_id };
    const rotate = confirmAction({
      key: "rotate",
      label: t("table.rotate"),
      title: t("rotate.title", { name }),
      submit: t("rotate.submit"),
      what: [
        t("rotate.what"),
        <OverlapField key="overlap" hint={t("rotate.overlapHint")} max={WEEK} />,
      ],
      send: async (fields) => {
        await loadSecretPanels();
        onMade(await call("rotateServiceKey", { params, body: overlapOf(fields) }));
      },
    });
    const end = confirmAction({
      key: "end",
      label: t("table.end"),
      title: t("end.title", { name }),
      submit: t("end.submit"),
      isDangerous: true,
      reason: { label: t("end.reason"), hint: t("end.reasonHint"), isOptional: true },
      what: [
        t("end.what"),
        <OverlapField key="overlap" hint={t("end.overlapHint")} initial={0} max={WEEK} />,
      ],
      send: (fields) => {
        const reason = textOf(fields, "reason");
        const body = { ...overlapOf(fields), ...(reason && { reason }) };
        return call("changeServiceKeyEnd", { params, body });
      },
    });
    const revoke = confirmAction({
      key: "revoke",
      label: t("table.revoke"),
      title: t("revoke.title", { name }),
      submit: t("revoke.submit"),
      isFinal: true,
      isDangerous: true,
      typed: name,
      what: [t("revoke.stops"), t("revoke.final")],
      send: () => call("revokeServiceKey", { params }),
    });
    const hasEnd = secrets.some(({ expires_at: expiresAt }) => expiresAt);
    return hasEnd ? [rotate, end, revoke] : [rotate, revoke];
  };
  return { create, of: actionsOf };
}

/** The longest overlap, in seconds. */
const WEEK = 604_800;

/** Held by proxies, so a key with it has no other scope. */
const GATE: KeyScope = "platform/gate";

function ScopeChoice({ scopes }: { scopes: readonly KeyScope[] }) {
  const t = useTranslations("platform.keys.create");
  const [chosen, setChosen] = useState<readonly KeyScope[]>([]);
  const toggle = (scope: KeyScope, on: boolean) => {
    const others = chosen.filter((one) => one !== scope && (one === GATE) === (scope === GATE));
    setChosen(on ? [...others, scope] : others);
  };
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{t("scopes")}</legend>
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          name="scope"
          value={scope}
          label={<code className="wrap-anywhere font-mono text-sm">{scope}</code>}
          description={t(`what.${WORDS[scope]}`)}
          checked={chosen.includes(scope)}
          onChange={(event) => toggle(scope, event.target.checked)}
        />
      ))}
    </fieldset>
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
} as const satisfies Record<KeyScope, string>;
