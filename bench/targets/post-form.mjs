import { basic } from "../workload.mjs";

/**
 * A request that posts a form as a client, with Basic credentials.
 *
 * @param {{clientId: string, secret: string}} client
 * @param {string} path
 * @param {Readonly<Record<string, string>>} parameters
 */
export function postForm({ clientId, secret }, path, parameters) {
  return {
    method: "POST",
    path,
    headers: {
      authorization: basic(clientId, secret),
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(parameters).toString(),
  };
}
