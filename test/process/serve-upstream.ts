import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "@/test/process/listen";

/** A request as a service behind a proxy receives it. */
export type UpstreamCall = {
  method: string;
  target: string;
  /** By name in lower case, without headers that are empty. */
  headers: Record<string, string>;
  body: string;
};

/** A service behind a proxy, which answers every request with 200 and records it. */
export type Upstream = {
  origin: string;
  calls: UpstreamCall[];
  close(): Promise<void>;
};

/** Starts one on a free port. */
export async function serveUpstream(): Promise<Upstream> {
  const calls: UpstreamCall[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url: target = "", headers } = request;
    const present = Object.entries(headers).filter(([, value]) => value !== "");
    const headerEntries = present.map(([name, value]) => [name, String(value)]);
    calls.push({
      method,
      target,
      headers: Object.fromEntries(headerEntries),
      body: await text(request),
    });
    response.writeHead(200, { "content-type": "application/json" }).end('{"from":"upstream"}');
  });
  const { origin, close } = await listen(server);
  return { origin, calls, close };
}
