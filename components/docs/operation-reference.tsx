import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { CodeBlock } from "../ui/code-block";
import { Disclosure } from "../ui/disclosure";
import { Field } from "../ui/field";
import { PageHeader } from "../ui/page-header";
import { Select } from "../ui/select";
import { type AccessFacts, AccessWords } from "./access-words";
import { curlCommand, type ExampleIds, writeExample } from "./curl-command";
import { type Choice, docsAddress } from "./docs-address";
import { ErrorList } from "./error-codes";
import { Markup } from "./markup";
import {
  answersOf,
  failuresOf,
  mainContent,
  type OpenApiDocument,
  type Operation,
  type OperationEntry,
  type Resource,
  type StatedResponse,
} from "./openapi-document";
import { MethodBadge } from "./operation-list";
import { readParameter } from "./read-fields";
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

/** An error that an operation can return. */
export interface ReturnedError {
  code: string;
  status: number;
  title: string;
}

interface OperationErrorsProps {
  document: OpenApiDocument;
  operation: Operation;
  errors: readonly ReturnedError[];
}

/** The errors of an operation, with links to their explanations. All have the same body, which is described once. */
function OperationErrors({ document, operation, errors }: OperationErrorsProps) {
  const t = useTranslations("docs.operation");
  const schema = mainContent(failuresOf(operation)[0]?.content)?.[1].schema;
  if (errors.length === 0) return null;
  return (
    <Part title={t("errors")}>
      <ErrorList errors={errors} />
      {schema ? (
        <Disclosure summary={t("errorBody")}>
          <SchemaFields document={document} schema={schema} place="error" />
        </Disclosure>
      ) : null}
    </Part>
  );
}

/** A client by the name that its organization knows. */
export interface NamedClient {
  id: string;
  name: string;
}

/** Fills the examples of a page with a client's id. Nothing for people without clients. */
function ClientChoice(props: { choice: Choice; topic: string; clients: readonly NamedClient[] }) {
  const { choice, topic, clients } = props;
  const t = useTranslations("docs.choice");
  if (clients.length === 0) return null;
  return (
    <form action={docsAddress({}, topic)} method="get" className="flex items-end gap-2">
      {choice.organization_id ? (
        <input type="hidden" name="organization_id" value={choice.organization_id} />
      ) : null}
      <div className="min-w-0 grow">
        <Field label={t("label")}>
          {(control) => (
            <Select
              {...control}
              name="client_id"
              defaultValue={choice.client_id ?? ""}
              options={[
                { value: "", label: t("none") },
                ...clients.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </Field>
      </div>
      <Button type="submit">{t("submit")}</Button>
    </form>
  );
}

/** A titled part of an operation's page. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-2">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}
