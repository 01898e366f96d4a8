import { type APIRequestContext, expect } from "@playwright/test";
import type { ExtensionClient } from "@/test/requests/http/extension-client";
import { obtainCode } from "@/test/requests/http/obtain-code";
import { companyOauth, postToken } from "@/test/requests/http/post-token";

/** The tokens of one launch and their code. */
export type LaunchTokens = { code: string; online: string; offline: string; refresh: string };

/**
 * Launches an extension like the SDKs: one code, first for an online, then for an offline token.
 */
export async function obtainTokens(
  request: APIRequestContext,
  seller: APIRequestContext,
  companyId: number,
  client: ExtensionClient,
): Promise<LaunchTokens> {
  const code = await obtainCode(seller, { companyId, ...client });
  const exchange = async (path: string) => {
    const answer = await postToken(request, `${companyOauth(companyId)}/${path}`, {
      client,
      json: { grant_type: "authorization_code", code },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  const online = await exchange("token");
  const offline = await exchange("offline-token");
  return {
    code,
    online: online.access_token,
    offline: offline.access_token,
    refresh: offline.refresh_token,
  };
}
