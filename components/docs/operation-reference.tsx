import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { CodeBlock } from "../ui/code-block";
import { Disclosure } from "../ui/disclosure";
import { PageHeader } from "../ui/page-header";
import { curlCommand } from "./curl-command";
import { FieldList } from "./field-list";
import { Markup } from "./markup";
import { MethodBadge } from "./method-badge";
import {
  mainContent,
  type OpenApiDocument,
  type Operation,
  type OperationEntry,
  type Parameter,
  type ResponseObject,
  resolveSchema,
  type Schema,
} from "./openapi-document";
import { constraintsInWords, type SchemaWords, schemaRows, typeInWords } from "./schema-rows";

type WithDocument = { document: OpenApiDocument };
type ResponseEntry = [status: string, ResponseObject];

/** One operation: what it does and takes on the left, a command and a response on the right. */
export function OperationReference({ document, entry }: WithDocument & { entry: OperationEntry }) {
  const t = useTranslations("docs");
  const { id, method, path, operation } = entry;
  const summary = operation.summary ?? id;
  const success = Object.entries(operation.responses ?? {}).find(([status]) => isSuccess(status));
  return (
    <>
      <PageHeader
        breadcrumbs={<Breadcrumbs crumbs={[{ label: t("pageTitle"), href: "/docs" }]} />}
        title={<span lang="en">{summary}</span>}
        description={operation.description ? <Markup text={operation.description} /> : null}
      />
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <MethodBadge method={method} />
        <code className="wrap-anywhere min-w-0 font-mono text-sm">{path}</code>
      </p>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Inputs document={document} operation={operation} />
        <div className="grid min-w-0 gap-4 xl:sticky xl:top-6">
          <CodeBlock label="curl" code={curlCommand(document, entry)} />
          {success ? <ExampleResponse response={success} /> : null}
        </div>
      </div>
    </>
  );
}

function Inputs({ document, operation }: WithDocument & { operation: Operation }) {
  const t = useTranslations("docs.operation");
  const words = useTranslations("docs.schema");
  const { parameters = [], responses = {} } = operation;
  const body = mainContent(operation.requestBody?.content);
  return (
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
        <Responses document={document} responses={responses} />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <h2 className="text-lg">{title}</h2>
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

function SchemaFields({ document, schema }: WithDocument & { schema: Schema }) {
  const t = useTranslations("docs.schema");
  const rows = schemaRows(t, document, schema);
  if (rows.length === 0)
    return <p className="text-muted text-sm">{typeInWords(t, document, schema)}</p>;
  return <FieldList items={rows.map(({ path, ...row }) => ({ name: path, ...row }))} />;
}

/** The responses by status. All errors have the same body, which is described once. */
function Responses({ document, responses }: Pick<Operation, "responses"> & WithDocument) {
  const t = useTranslations("docs.operation");
  const entries = Object.entries(responses ?? {});
  const error = entries.filter(([status]) => !isSuccess(status)).flatMap(schemaOf)[0];
  return (
    <>
      <ul className="divide-y divide-line rounded border border-line">
        {entries.map((entry) => (
          <li key={entry[0]} className="px-3 py-2 text-sm">
            <Response document={document} entry={entry} />
          </li>
        ))}
      </ul>
      {error ? (
        <Disclosure summary={t("errorBody")}>
          <SchemaFields document={document} schema={error} />
        </Disclosure>
      ) : null}
    </>
  );
}

function Response({ document, entry }: WithDocument & { entry: ResponseEntry }) {
  const [status, { description = "" }] = entry;
  const [schema] = isSuccess(status) ? schemaOf(entry) : [];
  const line = (
    <span className="flex items-baseline gap-3">
      <code className="shrink-0 font-mono font-semibold">{status}</code>
      <Markup text={description} />
    </span>
  );
  if (!schema) return line;
  return (
    <Disclosure look="row" summary={line}>
      <SchemaFields document={document} schema={schema} />
    </Disclosure>
  );
}

function isSuccess(status: string): boolean {
  return status.startsWith("2");
}

function schemaOf([, { content }]: ResponseEntry): Schema[] {
  const schema = mainContent(content)?.[1].schema;
  return schema ? [schema] : [];
}

function ExampleResponse(props: { response: ResponseEntry }) {
  const t = useTranslations("docs.operation");
  const [status, { content }] = props.response;
  const example = mainContent(content)?.[1].example;
  if (example === undefined) return null;
  return <CodeBlock label={t("response", { status })} code={JSON.stringify(example, null, 2)} />;
}
