"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { sendCall } from "@/lib/api/client/call";
import { type ClientTarget, rotateSecretCall } from "@/lib/api/client/client-calls";
import { bounds } from "@/lib/clients/field-values";
import { Dialog } from "../ui/dialog";
import { Field } from "../ui/field";
import { Select } from "../ui/select";
import { TextInput } from "../ui/text-input";
import { ActionErrorNotice, useClientAction } from "./action-error-notice";
import { lifetimeInWords } from "./client-words";
import { DialogButtons } from "./dialog-buttons";
import { loadSecretPanel } from "./lazy-secret-panel";
import { ShowCall } from "./show-call";

/** Offered overlaps, in seconds. */
const OVERLAPS = [0, 3_600, bounds.overlap.default, 604_800, bounds.overlap.max];

export interface RotateSecretDialogProps {
  client: ClientTarget;
  clusterUrl: string;
  open: boolean;
  onClose: () => void;
  /** Gets the new secret in clear. */
  onRotated: (secret: string) => void;
}

/** Asks how long current secrets stay valid, and creates a new one. */
export function RotateSecretDialog(props: RotateSecretDialogProps) {
  const { client, clusterUrl, open, onClose, onRotated } = props;
  const t = useTranslations("client.rotate");
  const words = useTranslations("clientWords");
  const [name, setName] = useState("");
  const [overlap, setOverlap] = useState(String(bounds.overlap.default));
  const { error, pending, run, forget } = useClientAction();
  const close = () => {
    forget();
    onClose();
  };
  const body = {
    overlap_seconds: Number(overlap),
    ...(name.trim() && { name: name.trim() }),
  };
  const rotate = () =>
    run(async () => {
      await loadSecretPanel();
      const answer = await sendCall(rotateSecretCall(client, body));
      setName("");
      onRotated(answer.secret);
    });
  return (
    <Dialog open={open} onClose={close} title={t("title")}>
      <form
        className="grid min-w-0 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          rotate();
        }}
      >
        <ActionErrorNotice error={error} onReload={close} />
        <p>{t("what")}</p>
        <Field label={t("overlap")} hint={t("overlapHint")}>
          {(control) => (
            <Select
              {...control}
              options={OVERLAPS.map((seconds) => ({
                value: String(seconds),
                label: seconds === 0 ? t("noOverlap") : lifetimeInWords(words, seconds),
              }))}
              value={overlap}
              onChange={(event) => setOverlap(event.target.value)}
            />
          )}
        </Field>
        <Field label={t("name")} hint={t("nameHint")} optional>
          {(control) => (
            <TextInput
              {...control}
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <ShowCall calls={[rotateSecretCall(client, body)]} clusterUrl={clusterUrl} />
        <DialogButtons
          onCancel={close}
          label={t(pending ? "pending" : "submit")}
          type="submit"
          variant="primary"
          pending={pending}
        />
      </form>
    </Dialog>
  );
}
