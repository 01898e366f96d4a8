import { useTranslations } from "next-intl";
import { Disclosure } from "../ui/disclosure";
import { mainContent, type OpenApiDocument, type Operation } from "./openapi-document";
import { Part } from "./part";
import { failuresOf } from "./responses-of";
import { SchemaFields } from "./schema-fields";

/** An error that an operation can return. */
export interface ReturnedError {
  code: string;
  status: number;
  title: string;
}

export interface OperationErrorsProps {
  document: OpenApiDocument;
  operation: Operation;
  errors: readonly ReturnedError[];
}

/** The errors of an operation, with links to their explanations. All have the same body, which is described once. */
export function OperationErrors({ document, operation, errors }: OperationErrorsProps) {
  const t = useTranslations("docs.operation");
  const schema = mainContent(failuresOf(operation)[0]?.content)?.[1].schema;
  if (errors.length === 0) return null;
  return (
    <Part title={t("errors")}>
      <ul className="field-tree">
        {errors.map(({ code, status, title }) => (
          <li key={code}>
            <a href={`/errors/${code}`}>{code}</a> <small>{status}</small>
            <p>{title}</p>
          </li>
        ))}
      </ul>
      {schema ? (
        <Disclosure summary={t("errorBody")}>
          <SchemaFields document={document} schema={schema} place="error" />
        </Disclosure>
      ) : null}
    </Part>
  );
}
