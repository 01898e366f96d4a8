import type { z } from "zod";
import type { ApiAccess } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { INSTALLATION, type LogOwner, ORGANIZATION } from "@/lib/requests/log/owners";
import { requestFiguresQuerySchema } from "@/lib/requests/log/query-schemas";
import { figuresOf } from "@/lib/requests/log/read-figures";
import { requestFiguresSchema } from "@/lib/requests/log/schemas";
import type { ClientsScope } from "@/lib/requests/log/scope";

/** Counts the requests of the clients of the caller's organization over time. */
export const getRequestFigures = figuresFor("getRequestFigures", ORGANIZATION);

/** The same for the installation. */
export const getPlatformRequestFigures = figuresFor("getPlatformRequestFigures", INSTALLATION);

/** @throws ServiceError forbidden or insufficient_scope */
function figuresFor<
  const Id extends string,
  A extends ApiAccess,
  P extends z.ZodObject,
  Path extends string,
>(id: Id, { path, access, params, of, scopeOf }: LogOwner<A, P, Path, ClientsScope>) {
  return operation({
    id,
    request: { route: `GET ${path}/figures`, params, query: requestFiguresQuerySchema },
    access,
    summary: `Count the requests ${of}`,
    description:
      "Counts requests over time, the denied ones by the check that failed, with the same counts of the period before, and how long calls take.",
    tag: "Requests",
    returns: json(requestFiguresSchema, "The counts."),
    async run(context) {
      const { window, client_id: clientId = null } = context.query;
      const scope = scopeOf(context.caller, context.params);
      return { body: await figuresOf({ ...scope, clientId }, window) };
    },
  });
}
