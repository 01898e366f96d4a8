import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CodeBlock } from "../ui/code-block";
import { Disclosure } from "../ui/disclosure";
import { curlCommand } from "./curl-command";
import { FieldList } from "./field-list";
import { Markup } from "./markup";
import { MethodBadge } from "./method-badge";
import {
  mainContent,
  type OpenApiDocument,
  type OperationEntry,
  type Parameter,
  type ResponseObject,
  resolveSchema,
  type Schema,
} from "./openapi-document";
import { constraintsInWords, type SchemaWords, schemaRows, typeInWords } from "./schema-rows";

export interface OperationSectionProps {
  document: OpenApiDocument;
  entry: OperationEntry;
}

/** One operation: what it does and takes on the left, a command and a response on the right. */
export function OperationSection({ document, entry }: OperationSectionProps) {
  const t = useTranslations("docs.operation");
  const words = useTranslations("docs.schema");
  const { id, method, path, operation } = entry;
  const parameters = operation.parameters ?? [];
  const body = mainContent(operation.requestBody?.content);
  const success = Object.entries(operation.responses ?? {}).find(([status]) => /^2/.test(status));
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-5 rounded-lg border border-line bg-surface p-4 shadow-panel sm:p-6"
    >
      <header className="grid gap-2">
        <h3 id={`${id}-title`} lang="en" className="text-xl">
          {operation.summary ?? id}
        </h3>
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <MethodBadge method={method} />
          <code className="min-w-0 font-mono text-sm">{path}</code>
        </p>
        {operation.description ? (
          <p className="max-w-reading">
            <Markup text={operation.description} />
          </p>
        ) : null}
      </header>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          {parameters.length > 0 ? (
            <Part title={t("parameters")}>
              <FieldList
                items={parameters.map((parameter) => parameterItem(words, document, parameter))}
              />
            </Part>
          ) : null}
          {body?.[1].schema ? (
            <Part title={t("body", { type: body[0] })}>
              <SchemaFields document={document} schema={body[1].schema} />
            </Part>
          ) : null}
          <Part title={t("responses")}>
            <Responses document={document} responses={operation.responses ?? {}} />
          </Part>
        </div>
        <div className="grid min-w-0 gap-4 xl:sticky xl:top-6">
          <CodeBlock label="curl" code={curlCommand(document, entry)} />
          {success ? <ExampleResponse response={success} /> : null}
        </div>
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <h4 className="font-semibold">{title}</h4>
      {children}
    </div>
  );
}

function parameterItem(t: SchemaWords, document: OpenApiDocument, parameter: Parameter) {
  const schema = parameter.schema ?? {};
  return {
    name: parameter.name,
    type: typeInWords(t, document, schema),
    required: parameter.required ?? false,
    place: parameter.in,
    description: parameter.description ?? schema.description ?? "",
    constraints: constraintsInWords(t, resolveSchema(document, schema)),
  };
}

function SchemaFields({ document, schema }: { document: OpenApiDocument; schema: Schema }) {
  const t = useTranslations("docs.schema");
  const rows = schemaRows(t, document, schema);
  if (rows.length === 0)
    return <p className="text-muted text-sm">{typeInWords(t, document, schema)}</p>;
  return <FieldList items={rows.map(({ path, ...row }) => ({ name: path, ...row }))} />;
}

function Responses(props: {
  document: OpenApiDocument;
  responses: Readonly<Record<string, ResponseObject>>;
}) {
  return (
    <ul className="divide-y divide-line rounded border border-line">
      {Object.entries(props.responses).map(([status, response]) => (
        <li key={status} className="px-3 py-2">
          <Response document={props.document} status={status} response={response} />
        </li>
      ))}
    </ul>
  );
}

function Response(props: { document: OpenApiDocument; status: string; response: ResponseObject }) {
  const { document, status, response } = props;
  const schema = mainContent(response.content)?.[1].schema;
  const line = (
    <>
      <code className="shrink-0 font-mono font-semibold text-sm">{status}</code>
      <span className="min-w-0 text-sm">
        <Markup text={response.description ?? ""} />
      </span>
    </>
  );
  if (!schema) return <p className="flex gap-3 ps-5.5">{line}</p>;
  return (
    <Disclosure look="row" summary={<span className="flex items-baseline gap-3">{line}</span>}>
      <SchemaFields document={document} schema={schema} />
    </Disclosure>
  );
}

function ExampleResponse(props: { response: [string, ResponseObject] }) {
  const t = useTranslations("docs.operation");
  const [status, { content }] = props.response;
  const example = mainContent(content)?.[1].example;
  if (example === undefined) return null;
  return <CodeBlock label={t("response", { status })} code={JSON.stringify(example, null, 2)} />;
}
