import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { NodeNextRequest, NodeNextResponse } from "next/dist/server/base-http/node";
import { sendResponse } from "next/dist/server/send-response";
import { NextRequest } from "next/server";
import { endpoints } from "@/lib/api/endpoints";
import { requestListener } from "@/lib/api/request-listener";
import { pathRouter } from "@/lib/api/router";
import { env } from "@/lib/core/env/env";
import { log } from "@/lib/core/telemetry/log";
import { listen } from "@/test/process/listen";

type Route = Record<string, (request: NextRequest) => Response | Promise<Response>>;

const files: Record<string, () => Promise<Route>> = import.meta.glob("/app/**/route.ts");

/** The route files of app, with `{name}` for the parameters of their paths. */
export const routeFiles = Object.entries(files).map(([file, load]) => ({
  path: pathOf(file),
  load,
}));

function pathOf(file: string): string {
  return file
    .replace(/^\/app|\/route\.ts$/g, "")
    .replace(/\/\([^)]*\)/g, "")
    .replace(/\[+(?:\.\.\.)?(\w+)\]+/g, "{$1}");
}

/** What a test sends: one request, with a form if it has one. */
type Sent = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  form?: URLSearchParams;
};

/** A response as a socket receives it, and the headers that its route returned, if a route answered. */
type Received = {
  status: number;
  headers: IncomingMessage["headersDistinct"];
  body: string;
  returnedHeaders: Headers | null;
};

/** Serves the route files and the endpoints with the server's own listener, and sends responses as Next does. */
export async function serveRoutes(): Promise<{
  send(sent: Sent): Promise<Received>;
  close(): Promise<void>;
}> {
  const findRoute = pathRouter(routeFiles.map(({ path, load }) => ({ path, value: load })));
  let returnedHeaders: Headers | null = null;

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = "GET", url = "/" } = incoming;
    const load = findRoute(url.replace(/\?.*/, ""));
    const handler = (await load?.())?.[method];
    if (!handler) throw new Error(`No route answers ${method} ${url}`);
    const body = Buffer.concat(await incoming.toArray());
    const sent = new NextRequest(env().baseUrl + url, {
      method,
      headers: new Headers(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ),
      ...(method !== "GET" && { body }),
    });
    const response = await handler(sent);
    returnedHeaders = new Headers(response.headers);
    await sendResponse(new NodeNextRequest(incoming), new NodeNextResponse(outgoing), response);
  };
  const server = createServer(
    requestListener(env(), endpoints, (incoming, outgoing) => {
      answer(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
    }),
  );
  const { port, close } = await listen(server);
  log().level = env().logLevel;

  return {
    async send({ method, path, headers, form }) {
      returnedHeaders = null;
      const type = form && { "content-type": "application/x-www-form-urlencoded" };
      const outgoing = request({ port, method, path, headers: { ...headers, ...type } });
      outgoing.end(form?.toString());
      const [response]: IncomingMessage[] = await once(outgoing, "response");
      if (!response) throw new Error("no response");
      const body = Buffer.concat(await response.toArray()).toString();
      return {
        status: response.statusCode ?? 0,
        headers: response.headersDistinct,
        body,
        returnedHeaders,
      };
    },
    close,
  };
}
