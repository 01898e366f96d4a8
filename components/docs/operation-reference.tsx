import { type Messages, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { CodeBlock } from "../ui/code-block";
import { Disclosure } from "../ui/disclosure";
import { Field } from "../ui/field";
import { PageHeader } from "../ui/page-header";
import { Select } from "../ui/select";
import { curlCommand, writeExample } from "./curl-command";
import { type Choice, docsAddress } from "./docs-address";
import { FieldTree } from "./field-tree";
import { Markup } from "./markup";
import { Route } from "./operation-list";
import { readFields, readParameter, typeInWords } from "./read-fields";
import type { OperationEntry, Reference, Resource, Schema } from "./reference";
import { ErrorList, type ReturnedError } from "./resource-reference";

/** Some of those who may run an operation, by permission or by their credentials. */
export interface Access {
  who: Exclude<keyof Messages["docs"]["access"], "title">;
  permission?: string;
  /** Roles with the permission. */
  roles?: readonly (keyof Messages["shell"]["roles"])[];
  scope?: string;
}

interface OperationReferenceProps {
  reference: Reference;
  resource: Resource;
  entry: OperationEntry;
  access: readonly Access[];
  errors: readonly ReturnedError[];
  choice: Choice;
  ids: Choice;
  /** The clients that examples can be filled with. */
  clients: readonly NamedClient[];
}

/** One operation: what it does, takes, and returns on the left, a command and a response on the right. */
export function OperationReference(props: OperationReferenceProps) {
  const { reference, resource, entry, access, errors, choice, ids, clients } = props;
  const t = useTranslations("docs");
  const schemaWords = useTranslations("docs.schema");
  const { id, summary, description, parameters, body, answers, errorBody } = entry;
  const [first] = answers;
  return (
    <>
      <PageHeader
        parents={[
          { label: t("pageTitle"), href: docsAddress(choice) },
          { label: resource.name, href: docsAddress(choice, resource.slug) },
        ]}
        title={<span lang="en">{summary}</span>}
        description={
          <code className="font-mono text-ink text-sm">
            <Route method={entry.method} path={entry.path} />
          </code>
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
          {first?.body?.example === undefined ? null : (
            <CodeBlock
              label={t("operation.response", { status: first.status })}
              code={writeExample(first.body.example, ids)}
            />
          )}
        </div>
        <div className="grid min-w-0 gap-6">
          {parameters.length > 0 ? (
            <Part title={t("operation.parameters")}>
              <FieldTree
                lists={[{ fields: parameters.map((each) => readParameter(schemaWords, each)) }]}
              />
            </Part>
          ) : null}
          {body?.schema ? (
            <Part title={t("operation.body", { type: body.type })}>
              <SchemaFields schema={body.schema} place="body" />
            </Part>
          ) : null}
          {answers.map((answer) => (
            <Part key={answer.status} title={t("operation.response", { status: answer.status })}>
              <Markup text={answer.description} />
              {first && answer !== first && isSame(answer.body, first.body) ? (
                <p className="text-muted text-sm">
                  {t("operation.sameBody", { status: first.status })}
                </p>
              ) : (
                <SchemaFields schema={answer.body?.schema} place={answer.status} />
              )}
            </Part>
          ))}
          {errors.length > 0 ? (
            <Part title={t("operation.errors")}>
              <ErrorList errors={errors} />
              <Disclosure summary={t("operation.errorBody")}>
                <SchemaFields schema={errorBody?.schema} place="error" />
              </Disclosure>
            </Part>
          ) : null}
        </div>
      </div>
    </>
  );
}

function AccessWords({ access }: Pick<OperationReferenceProps, "access">) {
  const t = useTranslations("docs.access");
  const roleNames = useTranslations("shell.roles");
  const code = (text: ReactNode) => <code className="font-mono text-sm">{text}</code>;
  return (
    <ul className="list-disc ps-5">
      {access.map(({ who, permission = "", roles = [], scope = "" }) => (
        <li key={who + scope}>
          {t.rich(who, {
            permission,
            roles: roles.map((role) => roleNames(role)).join(", "),
            scope,
            code,
          })}
        </li>
      ))}
    </ul>
  );
}

function isSame(one: OperationEntry["body"], other: OperationEntry["body"]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The fields of a schema; without fields, its type. @param props.place where it is, for the fields' anchors */
function SchemaFields({ schema, place }: { schema: Schema | undefined; place: string }) {
  const t = useTranslations("docs.schema");
  if (!schema) return null;
  const lists = readFields(t, schema, place);
  if (lists.length > 0) return <FieldTree lists={lists} />;
  return <p className="text-muted text-sm">{typeInWords(t, schema)}</p>;
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
