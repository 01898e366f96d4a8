import { readError } from "@/lib/developer-tools/playground/read-error";
import { readTokens } from "@/lib/developer-tools/playground/read-tokens";
import type { RunState } from "@/lib/developer-tools/playground/run-state";
import type { Move, Setting } from "@/lib/developer-tools/playground/step";
import { issuerOf } from "@/lib/protocol/metadata/issuer";
import { offlineTokenEndpoint, onlineTokenEndpoint } from "@/lib/protocol/tokens/token-endpoint";

type RunWithCode = RunState & { code: string };

/** Exchanges the code for an online token (platform spec, section 4.5). */
export function onlineTokenStep(setting: Setting, state: RunWithCode): Move {
  return {
    planned: plan("token", setting, state),
    endpoint: onlineTokenEndpoint,
    judge: (answer) => {
      if (answer.status !== 200) return readError(answer);
      const { accessToken, seconds } = readTokens(answer);
      return {
        outcome: "done",
        message: `An online token, valid for ${seconds} seconds. Calls with it are made in your name. The same code works once more, at offline-token.`,
        received: [{ name: "$ONLINE_ACCESS_TOKEN", value: accessToken }],
      };
    },
  };
}

/** Exchanges the same code for an offline token with its refresh token (platform spec, section 4.4). */
export function offlineTokenStep(setting: Setting, state: RunWithCode): Move {
  return {
    planned: plan("offline-token", setting, state),
    endpoint: offlineTokenEndpoint,
    judge: (answer) => {
      if (answer.status !== 200) return readError(answer);
      const { accessToken, refreshToken, seconds } = readTokens(answer);
      return {
        outcome: "done",
        message: refreshToken
          ? `An offline token, valid for ${seconds} seconds, and a refresh token to renew it. Keep both on the server, never in a browser.`
          : `An offline token, valid for ${seconds} seconds. The client is not registered for refresh_token, so there is no refresh token.`,
        state: { ...state, accessToken, refreshToken },
        received: [
          { name: "$ACCESS_TOKEN", value: accessToken },
          { name: "$REFRESH_TOKEN", value: refreshToken ?? "" },
        ],
      };
    },
  };
}

function plan(endpoint: string, setting: Setting, { code, codeVerifier }: RunWithCode) {
  const { clientId, clientSecret, subject } = setting;
  return {
    method: "POST" as const,
    address: `${issuerOf(subject)}/oauth/${endpoint}`,
    client: { id: clientId, secret: { name: "$CLIENT_SECRET" as const, value: clientSecret } },
    form: {
      grant_type: "authorization_code",
      code: { name: "$CODE" as const, value: code },
      ...(codeVerifier && {
        code_verifier: { name: "$CODE_VERIFIER" as const, value: codeVerifier },
      }),
    },
  };
}
