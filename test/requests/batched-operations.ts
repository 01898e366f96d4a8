import { listClients as listClientsOperation } from "@/lib/clients/read-clients";
import { env } from "@/lib/core/env/env";
import { pushRequest } from "@/lib/protocol/authorize/push-request";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { extensionDetails } from "@/lib/protocol/startup/extension-details";
import { mintManagementToken } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { introspect, revoke } from "@/test/requests/call-administration";
import { callAuthorize } from "@/test/requests/call-authorize";
import { callGate, useRules } from "@/test/requests/call-gate";
import { callProducts } from "@/test/requests/call-products";
import { callRoute, type RouteAnswer, readAnswer } from "@/test/requests/call-route";
import { basic, callToken, exchange, refresh } from "@/test/requests/call-token";
import { expectDocumented } from "@/test/requests/expect-documented";
import { textOf } from "@/test/requests/read-json";

/** An operation whose statement serves several requests at once. */
export type BatchedOperation = {
  /** What its requests are called. */
  requests: string;
  /** The name of the statement. */
  statement: string;
  /** Prepares a request that succeeds, and sends it each time it is called. */
  prepare: (of: Installation) => Promise<() => Promise<RouteAnswer>>;
  /** SQL that makes this statement, and no earlier one of the request, wait for the transaction that runs it. */
  block?: string;
  /** What has to work after a success. */
  use?: (answer: RouteAnswer, of: Installation) => Promise<RouteAnswer>;
};

const useAccessToken = ({ body }: RouteAnswer) => callProducts(textOf(body.access_token));
const useRefreshToken = ({ body }: RouteAnswer, of: Installation) =>
  refresh(of, textOf(body.refresh_token));

/** Creates what a request needs once, and sends the request each time. */
const prepareWith =
  (
    mint: (of: Installation) => Promise<string>,
    send: (of: Installation, value: string) => Promise<RouteAnswer>,
  ): BatchedOperation["prepare"] =>
  async (of) => {
    const value = await mint(of);
    return () => send(of, value);
  };
const offlineToken = (of: Installation) => mintAccessToken(of, "offline");
const refreshToken = (of: Installation) => mintRefreshToken(of);

const OWN_TOKEN = { grant_type: "client_credentials" };
const MANAGEMENT_SCOPES = ["organization/clients/read"];

/** By the name of the statement; for those that rotate, the client has to. */
const operations: Record<string, Omit<BatchedOperation, "statement">> = {
  "redeem-online": {
    requests: "exchanges for online tokens",
    prepare: prepareWith(mintCode, (of, code) => exchange("online", of, code)),
    use: useAccessToken,
  },
  "redeem-offline": {
    requests: "exchanges for offline tokens",
    prepare: prepareWith(mintCode, (of, code) => exchange("offline", of, code)),
    use: useRefreshToken,
  },
  refresh: {
    requests: "refreshes",
    prepare: prepareWith(refreshToken, refresh),
    use: useAccessToken,
  },
  rotate: {
    requests: "refreshes with rotation",
    prepare: prepareWith(refreshToken, refresh),
    block: "SELECT FROM refresh_tokens FOR UPDATE",
    use: useRefreshToken,
  },
  "issue-company-token": {
    requests: "requests for a client's own tokens at a company",
    prepare: async (of) => () => callToken("offline", of, { json: OWN_TOKEN }),
    use: useAccessToken,
  },
  "issue-organization-token": {
    requests: "requests for a client's own tokens at its organization",
    prepare: async (of) => {
      const subject = `organization/${of.organizationId}`;
      const { client } = await mintManagementToken(of.organizationId, MANAGEMENT_SCOPES);
      return () => callToken("online", { ...of, client }, { json: OWN_TOKEN, subject });
    },
    use: ({ body }, of) => listClients(of, textOf(body.access_token)),
  },
  "authenticate-client": { requests: "pushed requests", prepare: async (of) => () => push(of) },
  "authorize-facts-and-code": {
    requests: "launches",
    prepare: async (of) => () => launch(of),
    use: ({ headers }, of) => exchange("offline", of, codeIn(headers)),
  },
  "authorize-facts": {
    requests: "launches with an error",
    prepare: async (of) => () => launch(of, { response_type: "token" }),
  },
  "find-extension": {
    requests: "calls of SDKs at their start",
    prepare: async (of) => () => startUp(of),
  },
  "revoke-access": {
    requests: "revocations of access tokens",
    prepare: prepareWith(offlineToken, ({ client }, token) => revoke(client, token)),
  },
  "find-refresh-token-family": {
    requests: "revocations of refresh tokens",
    prepare: prepareWith(refreshToken, ({ client }, token) => revoke(client, token)),
  },
  "introspect-access": {
    requests: "introspections of access tokens",
    prepare: prepareWith(offlineToken, ({ client }, token) => introspect(client, token)),
  },
  "introspect-refresh": {
    requests: "introspections of refresh tokens",
    prepare: prepareWith(refreshToken, ({ client }, token) => introspect(client, token)),
  },
  "check-bearer": {
    requests: "platform API calls",
    prepare: prepareWith(offlineToken, (_of, token) => callProducts(token)),
  },
  "find-products": {
    requests: "platform API calls that read products",
    prepare: prepareWith(offlineToken, (_of, token) => callProducts(token)),
    block: "LOCK TABLE products IN ACCESS EXCLUSIVE MODE",
  },
  "check-at-gate": {
    requests: "gate checks",
    prepare: async (of) => {
      useRules([{ methods: ["GET"], path: "/products", any: INSTALLED_SCOPES }]);
      const token = await mintAccessToken(of, "offline");
      const { clientSecret: key } = await mintServiceKey(["platform/gate"]);
      return () => callGate({ key, token, uri: "/products" });
    },
  },
  "read-organization-token": {
    requests: "calls of the management API",
    prepare: async (of) => {
      const { token } = await mintManagementToken(of.organizationId, MANAGEMENT_SCOPES);
      return () => listClients(of, token);
    },
  },
};

/** Each statement that serves several requests at once. */
export const batchedOperations: BatchedOperation[] = Object.entries(operations).map(
  ([statement, operation]) => ({ statement, ...operation }),
);

/** Whether a request was served; an error of a launch that the client gets is an answer too. */
export const isServed = ({ status }: RouteAnswer): boolean => status < 400;

async function launch(of: Installation, query: Record<string, string> = {}): Promise<RouteAnswer> {
  return readAnswer(await callAuthorize(of, query));
}

function codeIn(headers: Headers): string {
  const { searchParams } = new URL(headers.get("location") ?? "", env().baseUrl);
  return searchParams.get("code") ?? "";
}

async function push({ client, companyId }: Installation): Promise<RouteAnswer> {
  const body = new URLSearchParams({ response_type: "code", redirect_uri: REDIRECT_URI });
  const headers = { authorization: basic(client) };
  const url = `${env().baseUrl}${OAUTH_PATH}/company/${companyId}/oauth/par`;
  const request = new Request(url, { method: "POST", headers, body });
  return readAnswer(expectDocumented(request, await pushRequest(request)));
}

async function startUp({ client }: Installation): Promise<RouteAnswer> {
  const url = `${env().baseUrl}/service/panel/partners/v1.0/extensions/details/${client.clientId}`;
  const request = new Request(url, { headers: { authorization: basic(client) } });
  return readAnswer(expectDocumented(request, await extensionDetails(request)));
}

function listClients(
  { organizationId }: Pick<Installation, "organizationId">,
  token: string,
): Promise<RouteAnswer> {
  const params = { organization_id: organizationId };
  return callRoute(listClientsOperation, { params, as: token });
}
