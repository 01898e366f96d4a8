import { useTranslations } from "next-intl";
import { Markup } from "./markup";
import { mainContent, type OpenApiDocument, type Operation } from "./openapi-document";
import { Part } from "./part";
import { answersOf, type StatedResponse } from "./responses-of";
import { SchemaFields } from "./schema-fields";

type WithDocument = { document: OpenApiDocument };

/** What an operation returns when it succeeds, by status. */
export function OperationResponses(props: WithDocument & { operation: Operation }) {
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
