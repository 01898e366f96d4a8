import type { IncomingMessage, Server, ServerResponse } from "node:http";

/**
 * Answers 408 and disconnects a caller whose body is not complete in time. Unlike `requestTimeout` of node:http, it
 * leaves some requests alone until their response is finished: their handlers decide how long a body may take.
 * @param withinMs from the end of the headers
 */
export function limitBodies(
  server: Server,
  withinMs: number,
  limitsItself: (request: IncomingMessage) => boolean,
): void {
  server.on("request", (request, response) => {
    if (!hasBody(request)) return;
    if (limitsItself(request)) {
      response.once("finish", () => limit(request, response, withinMs));
    } else {
      limit(request, response, withinMs);
    }
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  const { "content-length": length = "0", "transfer-encoding": coding } = headers;
  return length !== "0" || coding !== undefined;
}

function limit(request: IncomingMessage, response: ServerResponse, withinMs: number): void {
  if (request.complete) return;
  const timer = setTimeout(() => {
    if (request.complete) return;
    const { socket } = request;
    if (!response.headersSent) {
      socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    }
    socket.destroySoon();
  }, withinMs);
  request.once("close", () => clearTimeout(timer));
}
