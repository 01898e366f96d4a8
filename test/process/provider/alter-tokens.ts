import type { ServerResponse } from "node:http";
import { decodeJwt, SignJWT, UnsecuredJWT } from "jose";
import type { TokenChange } from "@/test/process/provider/serve-provider";

/** Replaces the ID token in a token response by a changed one. */
export function alterTokens(
  response: ServerResponse,
  change: TokenChange,
  { privateKey }: { privateKey: CryptoKey },
): void {
  const end = response.end.bind(response);
  Object.assign(response, {
    end(body: string | Buffer) {
      void alterBody(String(body), change, privateKey).then((altered) => {
        response.setHeader("content-length", Buffer.byteLength(altered));
        end(altered);
      });
      return response;
    },
  });
}

async function alterBody(body: string, change: TokenChange, key: CryptoKey): Promise<string> {
  const parsed: Record<string, unknown> = JSON.parse(body);
  if (typeof parsed.id_token !== "string") return body;
  const claims = { ...decodeJwt(parsed.id_token), ...change.claims };
  return JSON.stringify({ ...parsed, id_token: await sign(claims, change, key) });
}

function sign(
  claims: Record<string, unknown>,
  { header, key }: TokenChange,
  ownKey: CryptoKey,
): Promise<string> | string {
  const keptClaims = Object.fromEntries(
    Object.entries(claims).filter(([, value]) => value !== undefined),
  );
  if (header?.alg === "none") return new UnsecuredJWT(keptClaims).encode();
  return new SignJWT(keptClaims)
    .setProtectedHeader({ alg: "RS256", kid: "present", ...header })
    .sign(key ?? ownKey);
}
