import type { Handler } from "@/lib/api/endpoint";
import { endpoints } from "@/lib/api/endpoints";
import { methodRouter, noSuchPath } from "@/lib/api/router";

const findHandler = methodRouter(endpoints, (handler) => handler);

/** Answers any request to the API, whichever file of Next's router it came through. They export it for each method. */
const answer: Handler = (request) => {
  const { pathname } = new URL(request.url);
  return (findHandler(pathname, request.method) ?? noSuchPath)(request);
};

export {
  answer as DELETE,
  answer as GET,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
