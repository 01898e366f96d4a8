import { readError } from "@/lib/developer-tools/playground/read-error";
import { readTokens } from "@/lib/developer-tools/playground/read-tokens";
import type { RunState } from "@/lib/developer-tools/playground/run-state";
import type { Move, Setting } from "@/lib/developer-tools/playground/step";
import { issuerOf } from "@/lib/protocol/metadata/issuer";
import { offlineTokenEndpoint } from "@/lib/protocol/tokens/token-endpoint";

/** Renews the offline token (RFC 6749 section 6). */
export function refreshStep(setting: Setting, state: RunState, refreshToken: string): Move {
  const { clientId, clientSecret, subject } = setting;
  return {
    planned: {
      method: "POST",
      address: `${issuerOf(subject)}/oauth/offline-token`,
      client: { id: clientId, secret: { name: "$CLIENT_SECRET", value: clientSecret } },
      form: {
        grant_type: "refresh_token",
        refresh_token: { name: "$REFRESH_TOKEN", value: refreshToken },
      },
    },
    endpoint: offlineTokenEndpoint,
    judge: (answer) => {
      if (answer.status !== 200) return readError(answer);
      const renewed = readTokens(answer);
      const rotated = renewed.refreshToken !== null && renewed.refreshToken !== refreshToken;
      return {
        outcome: "done",
        message: `A new offline token, valid for ${renewed.seconds} seconds, without involving the seller. ${
          rotated
            ? "The refresh token is new: store it before you use it."
            : "The refresh token is the same one, and its lifetime has restarted."
        }`,
        state: {
          ...state,
          accessToken: renewed.accessToken,
          refreshToken: renewed.refreshToken ?? refreshToken,
        },
        received: [
          { name: "$ACCESS_TOKEN", value: renewed.accessToken },
          {
            name: rotated ? "$NEW_REFRESH_TOKEN" : "$REFRESH_TOKEN",
            value: renewed.refreshToken ?? "",
          },
        ],
      };
    },
  };
}
