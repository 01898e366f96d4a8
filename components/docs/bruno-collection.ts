import { type ApiRequest, apiRequests, type OptionalValue, requestVariables } from "./api-requests";
import type { OpenApiDocument } from "./openapi-document";

/** The operations of a document as a Bruno collection (its export format, version 1). */
export function brunoCollection(document: OpenApiDocument): object {
  return {
    version: "1",
    name: document.info.title,
    items: apiRequests(document).map(([name, requests]) => ({
      type: "folder",
      name,
      items: requests.map(brunoItem),
    })),
    environments: [
      {
        name: document.info.title,
        variables: requestVariables(document).map((variable) => ({
          ...variable,
          type: "text",
          enabled: true,
          secret: SECRETS.has(variable.name),
        })),
      },
    ],
  };
}

// Bruno keeps these out of the files of the collection.
const SECRETS = new Set(["api_secret", "access_token"]);

const authOf = {
  token: { mode: "bearer", bearer: { token: "{{access_token}}" } },
  client: { mode: "basic", basic: { username: "{{api_key}}", password: "{{api_secret}}" } },
  none: { mode: "none" },
};

function brunoItem(request: ApiRequest, index: number): object {
  const inPath = request.pathParameters.map((name) => ({
    name,
    value: `{{${name}}}`,
    description: "",
    type: "path",
    enabled: true,
  }));
  const inQuery = request.query.map((value) => ({ ...optional(value), type: "query" }));
  return {
    type: "http",
    name: request.name,
    seq: index + 1,
    request: {
      url: `{{base_url}}${request.path}`,
      method: request.method,
      headers: request.headers.map(optional),
      params: [...inPath, ...inQuery],
      body: brunoBody(request.body),
      auth: authOf[request.credentials],
      docs: request.description,
    },
  };
}

function optional({ name, value, description, required }: OptionalValue): object {
  return { name, value, description, enabled: required };
}

function brunoBody(body: ApiRequest["body"]): object {
  const empty = { formUrlEncoded: [], multipartForm: [] };
  if (!body) return { mode: "none", ...empty };
  if (body.kind === "json") return { mode: "json", json: body.text, ...empty };
  const fields = body.fields.map((field) => ({ ...field, description: "", enabled: true }));
  return { ...empty, mode: "formUrlEncoded", formUrlEncoded: fields };
}
