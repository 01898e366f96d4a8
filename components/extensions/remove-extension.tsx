import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { UntrustedName } from "../consent/untrusted-name";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import type { ConnectedExtension } from "./extension-views";

interface RemoveExtensionProps {
  extension: ConnectedExtension;
  /** Where the form posts to. */
  action: string;
  /** False for staff, who read why they cannot. */
  mayRemove: boolean;
}

/** Removes an extension from a company, after saying what stops working. */
export function RemoveExtension({ extension, action, mayRemove }: RemoveExtensionProps) {
  const t = useTranslations("extensions.remove");
  const { name, publisherName } = extension;
  const client = () => <UntrustedName name={name} />;
  if (!mayRemove) {
    return (
      <Panel title={t("title")}>
        <Notice title={t("askAdmin")}>
          <p>{t("askAdminWhy")}</p>
        </Notice>
      </Panel>
    );
  }
  return (
    <Panel title={t("title")} tone="danger">
      <RemovalForm
        action={action}
        consequences={[
          { id: "stops", sentence: t("stops") },
          { id: "notified", sentence: t("notified") },
          {
            id: "copied",
            sentence: t.rich("copied", { publisher: () => <UntrustedName name={publisherName} /> }),
          },
          { id: "again", sentence: t("again") },
        ]}
        confirmLabel={t.rich("confirm", { client })}
        submitLabel={t.rich("button", { client })}
      />
    </Panel>
  );
}

interface RemovalFormProps {
  /** Where the form posts to. */
  action: string;
  /** The consequences of the removal, each in a sentence. */
  consequences: readonly { id: string; sentence: ReactNode }[];
  confirmLabel: ReactNode;
  submitLabel: ReactNode;
}

/** Removes an extension once the person has confirmed it. Works without JavaScript. */
export function RemovalForm(props: RemovalFormProps) {
  const { action, consequences, confirmLabel, submitLabel } = props;
  return (
    <form
      action={action}
      method="post"
      className="wrap-anywhere grid max-w-reading grid-cols-[minmax(0,1fr)] gap-4"
    >
      <ul className="grid list-disc gap-2 ps-5">
        {consequences.map(({ id, sentence }) => (
          <li key={id}>{sentence}</li>
        ))}
      </ul>
      <Checkbox required label={confirmLabel} />
      <div>
        <Button type="submit" variant="danger" className="h-auto max-w-full whitespace-normal">
          <span>{submitLabel}</span>
        </Button>
      </div>
    </form>
  );
}
