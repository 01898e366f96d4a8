"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { call, sendCall } from "@/lib/api/client/call";
import {
  type ClientTarget,
  paramsOf,
  revokeSecretCall,
  rotateSecretCall,
} from "@/lib/api/client/client-calls";
import type { ClientSecretResponse } from "@/lib/clients/schemas";
import { DialogField, textOf } from "../actions/dialog-field";
import { confirmAction, type RowAction } from "../actions/row-actions";
import { loadSecretPanels } from "../secrets/lazy-secret-panel";
import { OverlapField, overlapOf } from "../secrets/overlap-field";
import { Notice } from "../ui/notice";
import { usePreload } from "../ui/use-preload";
import { LastUse } from "./credential-rows";
import { LazyImpactSummary, loadImpactSummary } from "./lazy-impact-summary";

/** A secret in clear, as it came from the API. */
export type ShownSecret = { title: string; clear: string; isNew: boolean };

export interface SecretActionsProps {
  client: ClientTarget;
  clusterUrl: string;
  /** For a person without a password: the sign-in provider, where they prove who they are. */
  signInAgain: { provider: string; href: string } | null;
  onShow: (secret: ShownSecret) => void;
}

type Actions = { rotate: RowAction } & Record<
  "reveal" | "revoke",
  (secret: ClientSecretResponse) => RowAction
>;

/** What can be done with the secrets of a client. */
export function useSecretActions(props: SecretActionsProps): Actions {
  const { client, clusterUrl, signInAgain, onShow } = props;
  const t = useTranslations("client");
  usePreload(loadImpactSummary);
  const unseen = (words: ReactNode) => <span className="sr-only">{words}</span>;
  const term = (words: ReactNode) => <strong className="font-semibold">{words}</strong>;
  const rotateCall = (fields: FormData) => {
    const name = textOf(fields, "name");
    return rotateSecretCall(client, { ...overlapOf(fields), ...(name && { name }) });
  };
  return {
    rotate: confirmAction({
      key: "rotate",
      label: t("secrets.rotate"),
      title: t("rotate.title"),
      submit: t("rotate.submit"),
      what: [
        t("rotate.what"),
        <OverlapField key="overlap" hint={t("rotate.overlapHint")} />,
        <DialogField
          key="name"
          name="name"
          label={t("rotate.name")}
          hint={t("rotate.nameHint")}
          optional
          maxLength={60}
        />,
      ],
      shows: { call: rotateCall, clusterUrl },
      send: async (fields) => {
        await loadSecretPanels();
        const { secret } = await sendCall(rotateCall(fields));
        onShow({ title: t("secretPanel.titleNew"), clear: secret, isNew: true });
      },
    }),
    reveal: ({ id, last_four: lastFour }) =>
      confirmAction({
        key: "reveal",
        label: t.rich("secrets.reveal", { lastFour, unseen }),
        title: t("reveal.title", { lastFour }),
        submit: t("reveal.submit"),
        ownField: "password",
        what: (error) => {
          const isWrong = error?.fields.some(({ path }) => path === "password") ?? false;
          return (
            <>
              <p>{t("reveal.what")}</p>
              {signInAgain ? (
                <SignInAgain {...signInAgain} isNeeded={isWrong} />
              ) : (
                <DialogField
                  name="password"
                  type="password"
                  autoComplete="current-password"
                  label={t("reveal.password")}
                  hint={t("reveal.passwordHint")}
                  error={isWrong ? t("reveal.passwordWrong") : undefined}
                />
              )}
            </>
          );
        },
        send: async (fields) => {
          await loadSecretPanels();
          const answer = await call("revealSecret", {
            params: { ...paramsOf(client), secret_id: id },
            body: signInAgain ? {} : { password: String(fields.get("password")) },
          });
          const title = t("secretPanel.titleShown", { lastFour });
          onShow({ title, clear: answer.secret, isNew: false });
        },
      }),
    revoke: (secret) =>
      confirmAction({
        key: "revoke",
        label: t.rich("secrets.revoke", { lastFour: secret.last_four, unseen }),
        title: t("revoke.title", { lastFour: secret.last_four }),
        submit: t("revoke.submit"),
        isDangerous: true,
        what: [
          <p key="use">
            <LastUse {...secret} />
          </p>,
          <LazyImpactSummary key="impact" client={client} />,
          <p key="stops">{t.rich("revoke.stops", { term })}</p>,
          <p key="stays">{t.rich("revoke.stays", { term })}</p>,
        ],
        shows: { call: () => revokeSecretCall(client, secret.id), clusterUrl },
        send: () => sendCall(revokeSecretCall(client, secret.id)),
      }),
  };
}

/** Says that a recent sign-in counts, and leads to the provider if there was none. */
function SignInAgain(props: { provider: string; href: string; isNeeded: boolean }) {
  const { provider, href, isNeeded } = props;
  const t = useTranslations("client.reveal");
  if (!isNeeded) return <p className="text-muted text-sm">{t("recent", { provider })}</p>;
  return (
    <Notice tone="warning" title={t("again", { provider })} live>
      <p>
        <a href={href} className="inline-link">
          {t("againLink", { provider })}
        </a>
      </p>
    </Notice>
  );
}
