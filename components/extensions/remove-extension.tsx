import { useTranslations } from "next-intl";
import { UntrustedName } from "../consent/untrusted-name";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import type { ConnectedExtension } from "./extension-views";

export interface RemoveExtensionProps {
  extension: ConnectedExtension;
  /** Where the form posts to. */
  action: string;
  /** False for staff, who read why they cannot. */
  mayRemove: boolean;
}

/** The way out, with what it stops and what it cannot undo. A plain form: it needs no JavaScript. */
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
      <form action={action} method="post" className="grid gap-4">
        <ul className="grid list-disc gap-2 ps-5">
          <li>{t("stops")}</li>
          <li>{t("told")}</li>
          <li>{t.rich("copied", { publisher: () => <UntrustedName name={publisherName} /> })}</li>
          <li>{t("again")}</li>
        </ul>
        <Checkbox required label={t.rich("confirm", { client })} />
        <div>
          <Button type="submit" variant="danger" className="h-auto max-w-full whitespace-normal">
            <span>{t.rich("button", { client })}</span>
          </Button>
        </div>
      </form>
    </Panel>
  );
}
