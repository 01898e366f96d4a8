import { env } from "@/lib/core/env/env";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { offlineTokenEndpoint, onlineTokenEndpoint } from "@/lib/protocol/tokens/token-endpoint";
import type { MintedClient } from "@/test/factories/mint";
import type { Installation } from "@/test/factories/mint-installation";
import { type RouteAnswer, readAnswer } from "@/test/requests/call-route";
import { expectDocumented } from "@/test/requests/expect-documented";
import { ownAddress } from "@/test/requests/own-address";

/** A client's Authorization header (spec 5 rule 2). */
export function basic(
  { clientId, clientSecret }: Pick<MintedClient, "clientId" | "clientSecret">,
  scheme = "Basic",
): string {
  return `${scheme} ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
}

/** Headers that identify an SDK's request; their values are not checked. */
export const SDK_HEADERS = { "x-fp-date": "20260101T000000Z", "x-fp-signature": "v1.1:00" };

/** A request to a token endpoint: one of `json`, `form` and `raw`. */
export type TokenCall = {
  json?: unknown;
  form?: Record<string, string>;
  raw?: string;
  /** The client's Basic credentials unless overridden here; null omits the header. */
  authorization?: string | null;
  headers?: Record<string, string>;
  /** Replaces `company/{company_id}`. */
  subject?: string;
  query?: string;
};

type Caller = Pick<MintedClient, "clientId" | "clientSecret"> & Partial<MintedClient>;

/** Calls a token endpoint of the installation's company. */
export async function callToken(
  kind: "online" | "offline",
  { client, companyId }: { client: Caller; companyId?: number },
  call: TokenCall,
): Promise<RouteAnswer> {
  const subject = call.subject ?? `company/${companyId}`;
  const path = kind === "online" ? "token" : "offline-token";
  const authorization = call.authorization === undefined ? basic(client) : call.authorization;
  const type = call.form ? "application/x-www-form-urlencoded" : "application/json";
  const request = new Request(
    `${env().baseUrl}${OAUTH_PATH}/${subject}/oauth/${path}${call.query ?? ""}`,
    {
      method: "POST",
      headers: {
        "content-type": type,
        ...(authorization === null ? {} : { authorization }),
        ...ownAddress(),
        ...call.headers,
      },
      body: call.raw ?? (call.form ? new URLSearchParams(call.form) : JSON.stringify(call.json)),
    },
  );
  const endpoint = kind === "online" ? onlineTokenEndpoint : offlineTokenEndpoint;
  return readAnswer(expectDocumented(request, await endpoint(request)));
}

/** Exchanges a code in the platform spec's form. */
export function exchange(
  kind: "online" | "offline",
  installation: Pick<Installation, "client" | "companyId">,
  code: string,
  more: Record<string, unknown> = {},
): Promise<RouteAnswer> {
  const json = { grant_type: "authorization_code", code, ...more };
  return callToken(kind, installation, { json });
}

/** Refreshes like the SDKs. */
export function refresh(
  installation: Pick<Installation, "client" | "companyId">,
  refreshToken: string,
  more: Record<string, unknown> = {},
): Promise<RouteAnswer> {
  const json = { grant_type: "refresh_token", refresh_token: refreshToken, ...more };
  return callToken("online", installation, { json });
}
