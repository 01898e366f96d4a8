import { useTranslations } from "next-intl";
import { Markup } from "./markup";

export interface FieldListItem {
  name: string;
  type: string;
  required: boolean;
  /** Where a parameter goes, such as "path". */
  place?: string;
  description: string;
  constraints: string;
}

/** Fields or parameters: name and type first, then what they mean. */
export function FieldList({ items }: { items: readonly FieldListItem[] }) {
  const t = useTranslations("docs.schema");
  return (
    <dl className="field-list divide-y divide-line rounded border border-line text-sm">
      {items.map((item) => (
        <div key={`${item.place ?? ""} ${item.name}`}>
          <dt>
            <code>{item.name}</code>
            <small>
              {item.place ? t("typeIn", { type: item.type, place: item.place }) : item.type}
              {item.required ? <em>, {t("required")}</em> : ""}
            </small>
          </dt>
          <dd>
            <Markup text={item.description} />
            {item.constraints ? <small>{item.constraints}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
