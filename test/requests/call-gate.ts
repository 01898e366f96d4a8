import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { checkEndpoint } from "@/lib/gate/check/check-endpoint";
import { CHECK_PATH } from "@/lib/gate/check/original-request";
import { logEndpoint } from "@/lib/gate/log/log-endpoint";
import { parseRules } from "@/lib/gate/rules/parse-rules";
import { putRulesInForce } from "@/lib/gate/rules/rules-in-force";
import type { RouteAnswer } from "@/test/requests/call-route";
import { expectDocumented } from "@/test/requests/expect-documented";
import { fieldsOf } from "@/test/requests/read-json";

/** A call that a proxy asks about. */
export type GatedCall = {
  /** The secret of a gate key; none is sent for null. */
  key: string | null;
  /** The caller's access token; none is sent if it is missing. */
  token?: string;
  method?: string;
  /** Path and query, in nginx's headers; without them, `headers` has the original request. */
  uri?: string;
  /** Further headers. */
  headers?: Record<string, string>;
};

/** Asks the gate about a call. */
export async function callGate(call: GatedCall): Promise<RouteAnswer> {
  const { key, token, method = "GET", uri } = call;
  const headers = new Headers({
    ...(uri === undefined ? {} : { "x-original-method": method, "x-original-uri": uri }),
    ...(key === null ? {} : { "x-gate-key": key }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...call.headers,
  });
  const request = new Request(env().baseUrl + CHECK_PATH, { headers });
  return readGateAnswer(expectDocumented(request, await checkEndpoint(request)));
}

/** Reads an answer of the gate: JSON, or nothing. */
export async function readGateAnswer(response: Response): Promise<RouteAnswer> {
  const text = await response.text();
  const body = text === "" ? {} : fieldsOf(JSON.parse(text));
  return { status: response.status, headers: response.headers, body };
}

/** Reports how calls ended, as a proxy does from its access log. */
export async function reportCalls(key: string | null, body: BodyInit | null): Promise<RouteAnswer> {
  const url = `${env().baseUrl}/service/platform/gate/v1.0/log`;
  const headers = new Headers(key === null ? undefined : { "x-gate-key": key });
  const init = { method: "POST", headers, body };
  // fetch's types do not know it, but a stream needs it.
  const request = new Request(url, Object.assign(init, { duplex: "half" }));
  return readGateAnswer(expectDocumented(request, await logEndpoint(request)));
}

/** Puts rules in force for the rest of this test file. */
export function useRules(rules: readonly object[]): void {
  putRulesInForce(parseRules(Buffer.from(JSON.stringify({ rules }))));
}

/** The calls of a client in the API log, oldest first. */
export async function loggedCalls(clientId: string) {
  await flushCalls();
  return db().call.findMany({ where: { clientId }, orderBy: { createdAt: "asc" } });
}
