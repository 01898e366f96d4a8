import { type ApiRequest, apiRequests, type OptionalValue, requestVariables } from "./api-requests";
import type { OpenApiDocument } from "./openapi-document";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** The operations of a document as a Postman collection (format 2.1). */
export function postmanCollection(document: OpenApiDocument): object {
  return {
    info: { name: document.info.title, description: document.info.description, schema: SCHEMA },
    variable: requestVariables(document).map(({ name, value }) => ({ key: name, value })),
    auth: bearer,
    item: apiRequests(document).map(([name, requests]) => ({
      name,
      item: requests.map(postmanItem),
    })),
  };
}

const bearer = {
  type: "bearer",
  bearer: [{ key: "token", value: "{{access_token}}", type: "string" }],
};

const basic = {
  type: "basic",
  basic: [
    { key: "username", value: "{{api_key}}", type: "string" },
    { key: "password", value: "{{api_secret}}", type: "string" },
  ],
};

const authOf = { token: bearer, client: basic, none: { type: "noauth" } };

function postmanItem(request: ApiRequest): object {
  return {
    name: request.name,
    request: {
      method: request.method,
      description: request.description,
      auth: authOf[request.credentials],
      header: request.headers.map(optional),
      url: {
        raw: `{{base_url}}${request.path}`,
        host: ["{{base_url}}"],
        path: request.path.split("/").slice(1),
        query: request.query.map(optional),
        variable: request.pathParameters.map((name) => ({ key: name, value: `{{${name}}}` })),
      },
      ...(request.body && { body: postmanBody(request.body) }),
    },
  };
}

function optional({ name, value, description, required }: OptionalValue): object {
  return { key: name, value, description, disabled: !required };
}

function postmanBody(body: NonNullable<ApiRequest["body"]>): object {
  if (body.kind === "json") {
    return { mode: "raw", raw: body.text, options: { raw: { language: "json" } } };
  }
  const urlencoded = body.fields.map(({ name, value }) => ({ key: name, value }));
  return { mode: "urlencoded", urlencoded };
}
