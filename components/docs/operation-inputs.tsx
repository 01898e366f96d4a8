import { useTranslations } from "next-intl";
import { mainContent, type OpenApiDocument, type Operation } from "./openapi-document";
import { Part } from "./part";
import { readParameter } from "./read-fields";
import { FieldLists, SchemaFields } from "./schema-fields";

/** What an operation takes: its parameters and the fields of its body. */
export function OperationInputs(props: { document: OpenApiDocument; operation: Operation }) {
  const { document, operation } = props;
  const t = useTranslations("docs.operation");
  const words = useTranslations("docs.schema");
  const { parameters = [] } = operation;
  const [type, body] = mainContent(operation.requestBody?.content) ?? [];
  return (
    <>
      {parameters.length > 0 ? (
        <Part title={t("parameters")}>
          <FieldLists
            lists={[parameters.map((parameter) => readParameter(words, document, parameter))]}
          />
        </Part>
      ) : null}
      {type && body?.schema ? (
        <Part title={t("body", { type })}>
          <SchemaFields document={document} schema={body.schema} place="body" />
        </Part>
      ) : null}
    </>
  );
}
