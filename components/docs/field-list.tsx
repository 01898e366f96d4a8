import { useTranslations } from "next-intl";
import { Markup } from "./markup";

export interface FieldListItem {
  name: string;
  type: string;
  required: boolean;
  /** Where it goes, for parameters: "path". */
  place?: string;
  description: string;
  constraints: string;
}

/** Fields or parameters: name and type first, then what they mean. */
export function FieldList({ items }: { items: readonly FieldListItem[] }) {
  const t = useTranslations("docs.schema");
  return (
    <dl className="divide-y divide-line rounded border border-line">
      {items.map((item) => (
        <div
          key={`${item.place ?? ""} ${item.name}`}
          className="grid gap-x-6 gap-y-0.5 px-3 py-2.5 sm:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
        >
          <dt>
            <code className="font-mono font-semibold text-sm">{item.name}</code>
            <span className="block text-muted text-sm">
              {item.place ? t("typeIn", { type: item.type, place: item.place }) : item.type}
              {item.required ? <span className="text-danger">, {t("required")}</span> : ""}
            </span>
          </dt>
          <dd className="text-sm">
            <Markup text={item.description} />
            {item.constraints ? (
              <span className="wrap-anywhere block text-muted">{item.constraints}</span>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
