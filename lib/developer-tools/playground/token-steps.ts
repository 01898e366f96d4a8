import { z } from "zod";
import { env } from "@/lib/core/env/env";
import {
  type Move,
  type RunState,
  readError,
  type Setting,
  type Verdict,
} from "@/lib/developer-tools/playground/consent-steps";
import type { Hidden } from "@/lib/developer-tools/playground/planned-request";
import { listProducts } from "@/lib/developer-tools/sample-api/list-products";
import { issuerOf } from "@/lib/protocol/metadata/issuer";
import { offlineTokenEndpoint, onlineTokenEndpoint } from "@/lib/protocol/tokens/token-endpoint";

type RunWithCode = RunState & { code: string };

/** Exchanges the code for an online token (platform spec, section 4.5). */
export function onlineTokenStep(setting: Setting, state: RunWithCode): Move {
  return tokenStep("token", setting, codeForm(state), ({ accessToken, seconds }) => ({
    message: `An online token, valid for ${seconds} seconds. Calls with it are made in your name. The same code works once more, at offline-token.`,
    received: [{ name: "$ONLINE_ACCESS_TOKEN", value: accessToken }],
  }));
}

/** Exchanges the same code for an offline token with its refresh token (platform spec, section 4.4). */
export function offlineTokenStep(setting: Setting, state: RunWithCode): Move {
  const form = codeForm(state);
  return tokenStep("offline-token", setting, form, ({ accessToken, refreshToken, seconds }) => ({
    message: refreshToken
      ? `An offline token, valid for ${seconds} seconds, and a refresh token to renew it. Keep both on the server, never in a browser.`
      : `An offline token, valid for ${seconds} seconds. The client is not registered for refresh_token, so there is no refresh token.`,
    state: { ...state, accessToken, refreshToken },
    received: [
      { name: "$ACCESS_TOKEN", value: accessToken },
      { name: "$REFRESH_TOKEN", value: refreshToken ?? "" },
    ],
  }));
}

function codeForm({ code, codeVerifier }: RunWithCode): TokenForm {
  return {
    grant_type: "authorization_code",
    code: { name: "$CODE", value: code },
    ...(codeVerifier && { code_verifier: { name: "$CODE_VERIFIER", value: codeVerifier } }),
  };
}

/** Renews the offline token (RFC 6749 section 6). */
export function refreshStep(setting: Setting, state: RunState, refreshToken: string): Move {
  const form = {
    grant_type: "refresh_token",
    refresh_token: { name: "$REFRESH_TOKEN", value: refreshToken } as const,
  };
  return tokenStep("offline-token", setting, form, ({ accessToken, seconds, ...renewed }) => {
    const isRotated = renewed.refreshToken !== null && renewed.refreshToken !== refreshToken;
    const name = isRotated ? "$NEW_REFRESH_TOKEN" : "$REFRESH_TOKEN";
    return {
      message: `A new offline token, valid for ${seconds} seconds, without involving the seller. ${
        isRotated
          ? "The refresh token is new: store it before you use it."
          : "The refresh token is the same one, and its lifetime has restarted."
      }`,
      state: { ...state, accessToken, refreshToken: renewed.refreshToken ?? refreshToken },
      received: [
        { name: "$ACCESS_TOKEN", value: accessToken },
        { name, value: renewed.refreshToken ?? "" },
      ],
    };
  });
}

type TokenForm = Readonly<Record<string, string | Hidden>>;

// RFC 6749 section 5.1.
const tokensSchema = z
  .object({
    access_token: z.string(),
    refresh_token: z.string().optional(),
    expires_in: z.int(),
    scope: z.string(),
  })
  .transform(({ access_token, refresh_token = null, expires_in }) => ({
    accessToken: access_token,
    refreshToken: refresh_token,
    seconds: expires_in,
  }));

function tokenStep(
  path: "token" | "offline-token",
  { clientId, clientSecret, subject }: Setting,
  form: TokenForm,
  judge: (tokens: z.output<typeof tokensSchema>) => Omit<Verdict, "outcome">,
): Move {
  return {
    planned: {
      method: "POST",
      address: `${issuerOf(subject)}/oauth/${path}`,
      client: { id: clientId, secret: { name: "$CLIENT_SECRET", value: clientSecret } },
      form,
    },
    endpoint: path === "token" ? onlineTokenEndpoint : offlineTokenEndpoint,
    judge: (answer) =>
      answer.status === 200
        ? { outcome: "done", ...judge(tokensSchema.parse(JSON.parse(answer.text))) }
        : readError(answer),
  };
}

const pageSchema = z.object({ page: z.object({ total: z.int() }) });

/** Calls the platform API with the offline token (platform spec, section 4.6). */
export function callProductsStep(accessToken: string): Move {
  return {
    planned: {
      method: "GET",
      address: `${env().clusterUrl}/service/application/catalog/v1.0/products/`,
      query: { page_size: "2" },
      bearer: { name: "$ACCESS_TOKEN", value: accessToken },
    },
    endpoint: listProducts,
    judge: (answer) => {
      if (answer.status !== 200) return readError(answer);
      const { page } = pageSchema.parse(JSON.parse(answer.text));
      return {
        outcome: "done",
        message: `The token works: the company has ${page.total} products. The API log names the client's system user as the caller.`,
      };
    },
  };
}
