import { useTranslations } from "next-intl";
import { FieldTree, type FieldTreeProps } from "./field-tree";
import type { OpenApiDocument, Schema } from "./openapi-document";
import { readFields, typeInWords } from "./read-fields";

export interface SchemaFieldsProps {
  document: OpenApiDocument;
  schema: Schema;
  /** Where it is, for the fields' anchors. */
  place: string;
}

/** The fields of a schema; without fields, its type. */
export function SchemaFields({ document, schema, place }: SchemaFieldsProps) {
  const t = useTranslations("docs.schema");
  const lists = readFields(t, document, schema, place);
  if (lists.length > 0) return <FieldLists lists={lists} />;
  return <p className="text-muted text-sm">{typeInWords(t, document, schema)}</p>;
}

/** Fields with the words of the page's language. */
export function FieldLists({ lists }: Pick<FieldTreeProps, "lists">) {
  const t = useTranslations("docs.schema");
  return (
    <FieldTree
      lists={lists}
      words={{ required: t("required"), choices: [t("choices.first"), t("choices.next")] }}
    />
  );
}
