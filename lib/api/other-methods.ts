import { ServiceError } from "@/lib/kernel/errors";
import { renderErrorAt } from "@/lib/kernel/http/render-error";
import { readRequestInfo } from "@/lib/kernel/http/request-info";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

type Method = (typeof METHODS)[number];
type Answer = (request: Request) => Response;

/**
 * What a path answers to the methods that it does not offer: 405 with Allow (RFC 9110 section
 * 15.5.6), and its methods to OPTIONS. Next alone would answer 405 without a body.
 */
export function otherMethods(...offered: Method[]): Record<Method | "OPTIONS", Answer> {
  const allow = [...offered, ...(offered.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const refuse: Answer = (request) => {
    const error = new ServiceError(
      "method_not_allowed",
      `This address does not support ${request.method}. Use ${offered.join(", ")}.`,
      { headers: { allow } },
    );
    return renderErrorAt(request, error, readRequestInfo(request.headers).requestId);
  };
  const options: Answer = () =>
    new Response(null, { status: 204, headers: { allow, "cache-control": "no-store" } });
  return {
    GET: refuse,
    POST: refuse,
    PUT: refuse,
    PATCH: refuse,
    DELETE: refuse,
    OPTIONS: options,
  };
}
