import { useTranslations } from "next-intl";
import { UntrustedName } from "../consent/untrusted-name";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import type { InstalledView } from "./installed-view";

export interface RemoveInstalledProps {
  extension: InstalledView;
  /** Where the form posts to. */
  action: string;
}

/** The way out, with what it stops and what it cannot undo. A plain form: it needs no JavaScript. */
export function RemoveInstalled({ extension, action }: RemoveInstalledProps) {
  const t = useTranslations("installed.remove");
  const { name, publisherName } = extension;
  const client = () => <UntrustedName name={name} />;
  return (
    <form action={action} method="post" className="grid max-w-reading gap-4">
      <ul className="grid list-disc gap-2 ps-5">
        <li>{t("stops")}</li>
        <li>{t("notTold")}</li>
        <li>{t.rich("copied", { publisher: () => <UntrustedName name={publisherName} /> })}</li>
        <li>{t("companies")}</li>
      </ul>
      <Checkbox required label={t.rich("confirm", { client })} />
      <div>
        <Button type="submit" variant="danger" className="h-auto max-w-full whitespace-normal">
          <span>{t.rich("button", { client })}</span>
        </Button>
      </div>
    </form>
  );
}
