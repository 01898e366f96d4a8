"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { call } from "@/lib/api/client/call";
import { serviceKeysQuery } from "@/lib/api/client/platform-queries";
import type {
  CreateServiceKey,
  ServiceKey,
  ServiceKeyWithSecret,
} from "@/lib/clients/service-keys/schemas";
import { DialogField, textOf } from "../../actions/dialog-field";
import { confirmAction, type RowAction } from "../../actions/row-actions";
import { type ListPageProps, ListScreen } from "../../list/list-screen";
import { KeySecretPanel, loadSecretPanels } from "../../secrets/lazy-secret-panel";
import { OverlapField, overlapOf } from "../../secrets/overlap-field";
import { Badge } from "../../ui/badge";
import { Checkbox } from "../../ui/checkbox";
import { CodeList } from "../../ui/code-list";
import { Disclosure } from "../../ui/disclosure";
import { Timestamp } from "../../ui/timestamp";
import { useUnsavedGuard } from "../../ui/use-unsaved-guard";
import { BesideId } from "../columns";

export interface KeysScreenProps extends ListPageProps {
  /** The scopes that a key can have. */
  scopes: readonly KeyScope[];
  clusterUrl: string;
}

/** The service keys of the installation, revoked ones included: making, rotating and revoking them. */
export function KeysScreen({ scopes, clusterUrl, ...props }: KeysScreenProps) {
  const t = useTranslations("platform.keys");
  const [made, setMade] = useState<ServiceKeyWithSecret | null>(null);
  useUnsavedGuard(made !== null);
  const actions = useKeyActions(scopes, setMade);
  if (made) {
    return (
      <KeySecretPanel
        title={t("secret.title", { name: made.name })}
        clientId={made.client_id}
        secret={made.client_secret}
        clusterUrl={clusterUrl}
        getsTokens={!made.scopes.includes("platform/gate")}
        onDone={() => setMade(null)}
      />
    );
  }
  return (
    <ListScreen
      {...props}
      title={t("title")}
      description={t("description")}
      empty={{ title: t("table.empty"), next: t("table.emptyNext") }}
      query={serviceKeysQuery()}
      columns={[
        { key: "name", label: t("table.name"), cell: (key) => <NameCell {...key} /> },
        {
          key: "scopes",
          label: t("table.scopes"),
          width: "sm:w-56",
          phone: "line",
          grows: true,
          cell: (key) => <ScopesCell {...key} />,
        },
        {
          key: "created",
          label: t("table.created"),
          width: "sm:w-48",
          from: "md",
          phone: "line",
          grows: true,
          cell: (key) => <CreatedCell {...key} />,
        },
        {
          key: "secrets",
          label: t("table.secrets"),
          width: "sm:w-64",
          phone: "line",
          grows: true,
          cell: (key) => <SecretsCell {...key} />,
        },
      ]}
      idOf={({ client_id: id }) => id}
      nameOf={({ name }) => name}
      actionsOf={(key) => (props.mayWrite && !key.revoked_at ? actions.of(key) : [])}
      create={actions.create}
    />
  );
}

function NameCell(key: ServiceKey) {
  const t = useTranslations("platform.keys.table");
  return (
    <div className="flex min-w-0 items-baseline gap-x-2">
      <bdi className="truncate font-semibold">{key.name}</bdi>
      <BesideId>{key.client_id}</BesideId>
      {key.revoked_at ? <Badge>{t("revoked")}</Badge> : null}
    </div>
  );
}

/** One scope, or a line that opens to several. */
function ScopesCell({ scopes }: Pick<ServiceKey, "scopes">) {
  const t = useTranslations("platform.keys.table");
  const list = <CodeList values={scopes} />;
  if (scopes.length === 1) return list;
  return (
    <Disclosure summary={t("severalScopes", { count: scopes.length })} look="row">
      {list}
    </Disclosure>
  );
}

function CreatedCell({ created_at: createdAt, created_by: person }: ServiceKey) {
  const t = useTranslations("platform.keys.table");
  const when = () => <Timestamp value={createdAt} />;
  return (
    <span>
      {person
        ? t.rich("createdBy", { when, person: () => <bdi>{person}</bdi> })
        : t.rich("createdFromShell", { when })}
    </span>
  );
}

function SecretsCell({ secrets, revoked_at: revokedAt }: ServiceKey) {
  const t = useTranslations("platform.keys.table");
  if (revokedAt) {
    return <span>{t.rich("revokedAt", { when: () => <Timestamp value={revokedAt} /> })}</span>;
  }
  if (secrets.length === 0) return <Badge tone="warning">{t("noSecret")}</Badge>;
  return (
    <ul className="grid gap-1">
      {secrets.map((secret) => (
        <SecretLine key={secret.id} {...secret} />
      ))}
    </ul>
  );
}

function SecretLine(secret: ServiceKey["secrets"][number]) {
  const t = useTranslations("platform.keys.table");
  const { expires_at: expiresAt, last_used_at: usedAt } = secret;
  return (
    <li className="grid gap-0.5">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-mono">…{secret.last_four}</code>
        {usedAt ? t.rich("lastUsed", { when: () => <Timestamp value={usedAt} /> }) : t("neverUsed")}
      </span>
      {secret.seen_by_former_operator ? (
        <span className="text-warning">{t("seenByFormerOperator")}</span>
      ) : null}
      {expiresAt ? (
        <span className="text-warning">
          {t.rich("until", { when: () => <Timestamp value={expiresAt} exact="minute" /> })}
        </span>
      ) : null}
    </li>
  );
}

export type KeyScope = CreateServiceKey["scopes"][number];

/** What can be done with service keys. @param onMade called with a new secret, to show it */
function useKeyActions(
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
