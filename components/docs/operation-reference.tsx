import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { CodeBlock } from "../ui/code-block";
import { Disclosure } from "../ui/disclosure";
import { Field } from "../ui/field";
import { PageHeader } from "../ui/page-header";
import { Select } from "../ui/select";
import { type Access, AccessWords } from "./access-words";
import { curlCommand, writeExample } from "./curl-command";
import { type Choice, docsAddress } from "./docs-address";
import { FieldTree } from "./field-tree";
import { Markup } from "./markup";
import { MethodBadge } from "./operation-list";
import { readFields, readParameter, typeInWords } from "./read-fields";
import type { OperationEntry, Reference, Resource, Schema } from "./reference";
import { ErrorList } from "./resource-reference";

interface OperationReferenceProps {
  reference: Reference;
  resource: Resource;
  entry: OperationEntry;
  /** In English, without the access. */
  description: string;
  access: readonly Access[];
  errors: readonly ReturnedError[];
  choice: Choice;
  ids: Choice;
  /** The clients that examples can be filled with. */
  clients: readonly NamedClient[];
}

/** One operation: what it does, takes, and returns on the left, a command and a response on the right. */
export function OperationReference(props: OperationReferenceProps) {
  const { reference, resource, entry, description, access, errors, choice, ids, clients } = props;
  const t = useTranslations("docs");
  const { id, method, path, summary } = entry;
  return (
    <>
      <PageHeader
        parents={[
          { label: t("pageTitle"), href: docsAddress(choice) },
          { label: resource.name, href: docsAddress(choice, resource.slug) },
        ]}
        title={<span lang="en">{summary}</span>}
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
            <AccessWords access={access} />
          </Part>
        </div>
        <div className="grid min-w-0 gap-4 xl:sticky xl:top-4 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <ClientChoice choice={choice} topic={id} clients={clients} />
          <CodeBlock
            label={t("operation.request")}
            code={curlCommand(reference.serverUrl, entry, ids)}
          />
          <ExampleResponse answers={entry.answers} ids={ids} />
        </div>
        <div className="grid min-w-0 gap-6">
          <Inputs {...entry} />
          <Answers {...entry} />
          <Errors {...entry} errors={errors} />
        </div>
      </div>
    </>
  );
}

function ExampleResponse({ answers, ids }: Pick<OperationEntry, "answers"> & { ids: Choice }) {
  const t = useTranslations("docs.operation");
  const [answer] = answers;
  if (answer?.body?.example === undefined) return null;
  return (
    <CodeBlock
      label={t("response", { status: answer.status })}
      code={writeExample(answer.body.example, ids)}
    />
  );
}

/** What an operation takes: its parameters and the fields of its body. */
function Inputs({ parameters, body }: OperationEntry) {
  const t = useTranslations("docs.operation");
  const words = useTranslations("docs.schema");
  return (
    <>
      {parameters.length > 0 ? (
        <Part title={t("parameters")}>
          <FieldTree lists={[{ fields: parameters.map((each) => readParameter(words, each)) }]} />
        </Part>
      ) : null}
      {body?.schema ? (
        <Part title={t("body", { type: body.type })}>
          <SchemaFields schema={body.schema} place="body" />
        </Part>
      ) : null}
    </>
  );
}

/** What an operation returns when it succeeds, by status. */
function Answers({ answers }: OperationEntry) {
  const t = useTranslations("docs.operation");
  return answers.map(({ status, description, body, sameAs }) => (
    <Part key={status} title={t("response", { status })}>
      <Markup text={description} />
      {sameAs ? (
        <p className="text-muted text-sm">{t("sameBody", { status: sameAs })}</p>
      ) : (
        <SchemaFields schema={body?.schema} place={status} />
      )}
    </Part>
  ));
}

/** The fields of a schema; without fields, its type. @param props.place where it is, for the fields' anchors */
function SchemaFields({ schema, place }: { schema: Schema | undefined; place: string }) {
  const t = useTranslations("docs.schema");
  if (!schema) return null;
  const lists = readFields(t, schema, place);
  if (lists.length > 0) return <FieldTree lists={lists} />;
  return <p className="text-muted text-sm">{typeInWords(t, schema)}</p>;
}

/** An error that an operation can return. */
export interface ReturnedError {
  code: string;
  status: number;
  title: string;
}

/** The errors of an operation, with links to their explanations. All have the same body, which is described once. */
function Errors({ errors, errorBody }: OperationEntry & Pick<OperationReferenceProps, "errors">) {
  const t = useTranslations("docs.operation");
  if (errors.length === 0) return null;
  return (
    <Part title={t("errors")}>
      <ErrorList errors={errors} />
      {errorBody ? (
        <Disclosure summary={t("errorBody")}>
          <SchemaFields schema={errorBody.schema} place="error" />
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
