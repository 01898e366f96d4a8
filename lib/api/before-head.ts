import type { ServerResponse } from "node:http";

/**
 * Calls `listener` once the handler of a response has set its headers, just before they are sent. It may still change
 * them.
 * @param listener gets the status, and returns the one to send
 */
export function beforeHead(response: ServerResponse, listener: (status: number) => number): void {
  // Node sends every head with writeHead, also for write, end, and flushHeaders.
  response.writeHead = new Proxy(response.writeHead, {
    apply: (writeHead, self, [status, ...more]) =>
      Reflect.apply(writeHead, self, [listener(status), ...more]),
  });
}
