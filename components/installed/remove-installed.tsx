import { useTranslations } from "next-intl";
import { UntrustedName } from "../consent/untrusted-name";
import { RemovalForm } from "../extensions/removal-form";
import type { InstalledView } from "./installed-view";

export interface RemoveInstalledProps {
  extension: InstalledView;
  /** Where the form posts to. */
  action: string;
}

/** Removes an extension from the organization, after saying what stops working. */
export function RemoveInstalled({ extension, action }: RemoveInstalledProps) {
  const t = useTranslations("installed.remove");
  const { name, publisherName } = extension;
  const client = () => <UntrustedName name={name} />;
  return (
    <RemovalForm
      action={action}
      consequences={[
        { id: "stops", sentence: t("stops") },
        { id: "notNotified", sentence: t("notNotified") },
        {
          id: "copied",
          sentence: t.rich("copied", { publisher: () => <UntrustedName name={publisherName} /> }),
        },
        { id: "companies", sentence: t("companies") },
      ]}
      confirmLabel={t.rich("confirm", { client })}
      submitLabel={t.rich("button", { client })}
    />
  );
}
