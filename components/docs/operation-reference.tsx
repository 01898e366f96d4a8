import { useTranslations } from "next-intl";
import { CodeBlock } from "../ui/code-block";
import { PageHeader } from "../ui/page-header";
import { type AccessFacts, AccessWords } from "./access-words";
import { ClientChoice, type NamedClient } from "./client-choice";
import { curlCommand } from "./curl-command";
import { type Choice, docsAddress } from "./docs-address";
import { type ExampleIds, writeExample } from "./fill-example";
import { Markup } from "./markup";
import { MethodBadge } from "./method-badge";
import {
  mainContent,
  type OpenApiDocument,
  type Operation,
  type OperationEntry,
  type Resource,
} from "./openapi-document";
import { OperationErrors, type ReturnedError } from "./operation-errors";
import { Part } from "./part";
import { readParameter } from "./read-fields";
import { answersOf, type StatedResponse } from "./responses-of";
import { FieldLists, SchemaFields } from "./schema-fields";

interface OperationReferenceProps {
  document: OpenApiDocument;
  resource: Resource;
  entry: OperationEntry;
  /** In English, without the access. */
  description: string;
  /** Null for an endpoint that checks credentials by a standard. */
  access: AccessFacts | null;
  errors: readonly ReturnedError[];
  choice: Choice;
  ids: ExampleIds;
  /** The clients that examples can be filled with. */
  clients: readonly NamedClient[];
}

/** One operation: what it does, takes, and returns on the left, a command and a response on the right. */
export function OperationReference(props: OperationReferenceProps) {
  const { document, resource, entry, description, access, errors, choice, ids, clients } = props;
  const t = useTranslations("docs");
  const { id, method, path, operation } = entry;
  return (
    <>
      <PageHeader
        parents={[
          { label: t("pageTitle"), href: docsAddress(choice) },
          { label: resource.name, href: docsAddress(choice, resource.slug) },
        ]}
        title={<span lang="en">{operation.summary ?? id}</span>}
        description={
          <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <MethodBadge method={method} />
            <code className="wrap-anywhere min-w-0 font-mono text-ink text-sm">{path}</code>
          </span>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_23rem] xl:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 gap-6">
          <div className="grid gap-2">
            <Markup text={description} />
          </div>
          <Part title={t("access.title")}>
            <AccessWords access={access} security={operation.security} />
          </Part>
        </div>
        <div className="grid min-w-0 gap-4 xl:sticky xl:top-4 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <ClientChoice choice={choice} topic={id} clients={clients} />
          <CodeBlock label={t("operation.request")} code={curlCommand(document, entry, ids)} />
          <ExampleResponse entry={entry} ids={ids} />
        </div>
        <div className="grid min-w-0 gap-6">
          <OperationInputs document={document} operation={operation} />
          <OperationResponses document={document} operation={operation} />
          <OperationErrors document={document} operation={operation} errors={errors} />
        </div>
      </div>
    </>
  );
}

function ExampleResponse({ entry, ids }: { entry: OperationEntry; ids: ExampleIds }) {
  const t = useTranslations("docs.operation");
  const [answer] = answersOf(entry.operation);
  const example = mainContent(answer?.content)?.[1].example;
  if (!answer || example === undefined) return null;
  return (
    <CodeBlock label={t("response", { status: answer.status })} code={writeExample(example, ids)} />
  );
}

/** What an operation takes: its parameters and the fields of its body. */
function OperationInputs(props: { document: OpenApiDocument; operation: Operation }) {
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

type WithDocument = { document: OpenApiDocument };

/** What an operation returns when it succeeds, by status. */
function OperationResponses(props: WithDocument & { operation: Operation }) {
  const t = useTranslations("docs.operation");
  const answers = answersOf(props.operation);
  return answers.map((response, index) => {
    const same = answers.slice(0, index).find((earlier) => hasSameBody(earlier, response));
    return (
      <Part key={response.status} title={t("response", { status: response.status })}>
        <Markup text={response.description ?? ""} />
        {same ? (
          <p className="text-muted text-sm">{t("sameBody", { status: same.status })}</p>
        ) : (
          <Body document={props.document} response={response} />
        )}
      </Part>
    );
  });
}

function Body({ document, response }: WithDocument & { response: StatedResponse }) {
  const schema = mainContent(response.content)?.[1].schema;
  if (!schema) return null;
  return <SchemaFields document={document} schema={schema} place={response.status} />;
}

function hasSameBody(one: StatedResponse, other: StatedResponse): boolean {
  return one.content !== undefined && JSON.stringify(one.content) === JSON.stringify(other.content);
}
