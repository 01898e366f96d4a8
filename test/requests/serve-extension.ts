import { createServer } from "node:http";
import { listen } from "@/test/process/listen";

/** A call from the service to an extension. */
export type ReceivedCall = {
  path: string;
  /** The value of x-fp-signature. */
  signature: string;
  traceparent: string | undefined;
  /** As received, because the signature covers its bytes. */
  text: string;
};

/** An extension's server that records what it receives and responds with `status`. */
export type ServedExtension = {
  baseUrl: string;
  status: number;
  /** What happens while the service waits for the response. */
  meanwhile: () => Promise<void>;
  received: ReceivedCall[];
  stop: () => Promise<void>;
};

/** Serves an extension on this machine, on a free or given port. */
export async function serveExtension(port = 0): Promise<ServedExtension> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    served.received.push({
      path: request.url ?? "",
      signature: String(request.headers["x-fp-signature"]),
      traceparent: request.headers.traceparent?.toString(),
      text: Buffer.concat(chunks).toString("utf8"),
    });
    await served.meanwhile();
    response.writeHead(served.status).end();
  });
  const { origin, close } = await listen(server, port);
  const served: ServedExtension = {
    baseUrl: origin,
    status: 200,
    meanwhile: async () => {},
    received: [],
    stop: close,
  };
  return served;
}
