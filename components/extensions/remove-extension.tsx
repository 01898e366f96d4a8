import { useTranslations } from "next-intl";
import { UntrustedName } from "../consent/untrusted-name";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import type { ConnectedExtension } from "./extension-views";
import { RemovalForm } from "./removal-form";

export interface RemoveExtensionProps {
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
