import { Client } from "undici";

const TIMEOUT_MS = 20_000;

/**
 * Sends requests over keep-alive connections, one in flight on each: the next leaves when the answer
 * to the last is there (a closed loop).
 *
 * @param {string} origin
 * @param {readonly object[]} requests As undici's `dispatch` takes them.
 * @param {number} connections
 * @returns {Promise<{seconds: number, latencies: Float64Array, answers: Answer[]}>} Latencies in ms.
 */
export async function load(origin, requests, connections) {
  const latencies = new Float64Array(requests.length);
  const answers = new Array(requests.length);
  let next = 0;
  const work = async () => {
    const timeouts = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
    const client = new Client(origin, { pipelining: 1, ...timeouts });
    while (next < requests.length) {
      const index = next++;
      const begin = performance.now();
      answers[index] = await send(client, requests[index]);
      latencies[index] = performance.now() - begin;
    }
    await client.close();
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: connections }, work));
  return { seconds: (performance.now() - begin) / 1000, latencies, answers };
}

/**
 * An answer; status 0 if there was none.
 * @typedef {{status: number, location?: string, callId?: string, body: string}} Answer
 */

/** dispatch is undici's cheapest interface: the driver shares the machine with what it measures. */
function send(client, request) {
  return new Promise((done) => {
    const answer = { status: 0, location: undefined, callId: undefined, body: "" };
    client.dispatch(request, {
      onRequestStart() {},
      onResponseStart(_controller, status, headers) {
        answer.status = status;
        answer.location = headers.location;
        answer.callId = headers["x-latchkey-request-id"];
      },
      onResponseData(_controller, chunk) {
        answer.body += chunk.latin1Slice();
      },
      onResponseEnd: () => done(answer),
      onResponseError: (_controller, error) => done({ status: 0, body: String(error) }),
    });
  });
}
