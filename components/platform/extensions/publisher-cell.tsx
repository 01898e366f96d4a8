import { useTranslations } from "next-intl";
import { Badge } from "../../ui/badge";

export interface PublisherCellProps {
  organization_name: string;
  /** Missing where it is not known. */
  publisher_verified?: boolean;
}

/** Who publishes an extension, and whether they are verified. */
export function PublisherCell(props: PublisherCellProps) {
  const t = useTranslations("platform.list");
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <bdi className="wrap-anywhere">{props.organization_name}</bdi>
      {props.publisher_verified ? <Badge tone="success">{t("verified")}</Badge> : null}
    </span>
  );
}
