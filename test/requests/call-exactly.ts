import { request } from "node:http";
import { text } from "node:stream/consumers";

/** What a server answered. */
export type ExactAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

/**
 * Sends a request whose target and headers reach the server as they are: fetch and Playwright would normalize them.
 *
 * @param origin such as http://127.0.0.1:4004
 * @param target what the request line names, such as `/a/..%2fb`
 */
export function callExactly(
  origin: string,
  target: string,
  options: { method?: string; headers?: Record<string, string | string[]>; body?: string } = {},
): Promise<ExactAnswer> {
  const { hostname, port } = new URL(origin);
  const { method = "GET", headers, body } = options;
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: target, method, headers, agent: false });
    sent.on("error", reject).on("response", (response) => {
      const { statusCode: status = 0, headers: received } = response;
      text(response).then(
        (content) => resolve({ status, headers: received, body: content }),
        reject,
      );
    });
    sent.end(body);
  });
}
