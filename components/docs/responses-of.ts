import { mainContent, type Operation, type ResponseObject } from "./openapi-document";

/** A response with its status. */
export type StatedResponse = ResponseObject & { status: string };

/** The responses of an operation that are not errors. */
export function answersOf(operation: Operation): StatedResponse[] {
  return responsesOf(operation).filter((response) => errorCodes(response).length === 0);
}

/** The responses of an operation that are errors. */
export function failuresOf(operation: Operation): StatedResponse[] {
  return responsesOf(operation).filter((response) => errorCodes(response).length > 0);
}

/** The codes of a response: it has an example for each. */
export function errorCodes({ content }: ResponseObject): string[] {
  return Object.keys(mainContent(content)?.[1].examples ?? {});
}

function responsesOf({ responses = {} }: Operation): StatedResponse[] {
  return Object.entries(responses).map(([status, response]) => ({ status, ...response }));
}
