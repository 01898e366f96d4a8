import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { listen } from "@/test/process/listen";

/** Listens at an extension's address, records requests, and forwards them. */
export type RecordingProxy = {
  /** `http://127.0.0.1:{port}`. */
  baseUrl: string;
  /** Method and path of each request, oldest first. */
  received: string[];
  close(): Promise<void>;
};

/** @param targetPort where the extension itself listens on 127.0.0.1, sooner or later */
export async function startRecordingProxy(targetPort: number): Promise<RecordingProxy> {
  const received: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? "/", "http://127.0.0.1").pathname;
    received.push(`${incoming.method} ${path}`);
    passOn(targetPort, incoming, outgoing);
  });
  const { origin, close } = await listen(server);
  return { baseUrl: origin, received, close };
}

function passOn(port: number, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url: path } = incoming;
  const onward = request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on("error", (error) => outgoing.writeHead(502).end(error.message));
  incoming.pipe(onward);
}
