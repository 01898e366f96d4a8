"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import type {
  CreateServiceKey,
  ServiceKey,
  ServiceKeyWithSecret,
} from "@/lib/clients/service-keys/schemas";
import { Checkbox } from "../../ui/checkbox";
import { Field } from "../../ui/field";
import { Select } from "../../ui/select";
import { ActionDialog, DraftField } from "../action-dialog";
import type { OpenDialog } from "../row-actions";
import { loadKeySecretPanel } from "./lazy-key-secret-panel";

interface KeyDialogProps extends OpenDialog {
  /** Called with the new secret, to show it. */
  onMade: (key: ServiceKeyWithSecret) => void;
}

/** Asks how long the current secrets keep working, and creates a new one. */
export function RotateKeyDialog(props: KeyDialogProps & { serviceKey: ServiceKey }) {
  const { serviceKey, close, done, onMade } = props;
  const t = useTranslations("platform.keys.rotate");
  const [overlap, setOverlap] = useState(DAY);
  return (
    <ActionDialog
      title={t("title", { name: serviceKey.name })}
      submit={t("submit")}
      onClose={close}
      onSubmit={async () => {
        await loadKeySecretPanel();
        const params = { client_id: serviceKey.client_id };
        const body = { overlap_seconds: overlap };
        onMade(await call("rotateServiceKey", { params, body }));
        done();
      }}
    >
      <p>{t("what")}</p>
      <OverlapField hint={t("overlapHint")} value={overlap} onChange={setOverlap} />
    </ActionDialog>
  );
}

interface EndSecretsDialogProps extends OpenDialog {
  serviceKey: ServiceKey;
}

/** Asks when the secrets of a service key end that have an end, and changes it. */
export function EndSecretsDialog({ serviceKey, close, done }: EndSecretsDialogProps) {
  const t = useTranslations("platform.keys.end");
  const [overlap, setOverlap] = useState(0);
  return (
    <ActionDialog
      title={t("title", { name: serviceKey.name })}
      submit={t("submit")}
      isDangerous
      reason={{ label: t("reason"), hint: t("reasonHint"), isOptional: true }}
      onClose={close}
      onSubmit={async (reason) => {
        const params = { client_id: serviceKey.client_id };
        const body = { overlap_seconds: overlap, ...(reason && { reason }) };
        await call("changeServiceKeyEnd", { params, body });
        done();
      }}
    >
      <p>{t("what")}</p>
      <OverlapField hint={t("overlapHint")} value={overlap} onChange={setOverlap} />
    </ActionDialog>
  );
}

const HOUR = 3_600;
/** The default, in seconds. */
const DAY = 24 * HOUR;

/** Offered overlaps, in seconds. */
const OVERLAPS = [
  [0, "none"],
  [HOUR, "hour"],
  [DAY, "day"],
  [7 * DAY, "week"],
] as const;

interface OverlapFieldProps {
  hint: string;
  /** Seconds. */
  value: number;
  onChange: (seconds: number) => void;
}

/** A choice of how long old secrets keep working. */
function OverlapField({ hint, value, onChange }: OverlapFieldProps) {
  const t = useTranslations("platform.keys.overlap");
  return (
    <Field label={t("label")} hint={hint}>
      {(control) => (
        <Select
          {...control}
          options={OVERLAPS.map(([seconds, name]) => ({ value: String(seconds), label: t(name) }))}
          value={String(value)}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      )}
    </Field>
  );
}

type Scope = CreateServiceKey["scopes"][number];

/** Held by proxies, so a key with it has no other scope. */
const GATE: Scope = "platform/gate";

export interface NewKeyDialogProps extends KeyDialogProps {
  scopes: readonly Scope[];
}

/** Asks for the name and scopes of a new service key, and creates it. */
export function NewKeyDialog({ scopes, close, done, onMade }: NewKeyDialogProps) {
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
      onClose={close}
      onSubmit={async () => {
        await loadKeySecretPanel();
        const body = { name: name.trim(), scopes: [...chosen] };
        onMade(await call("createServiceKey", { params: {}, body }));
        done();
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
