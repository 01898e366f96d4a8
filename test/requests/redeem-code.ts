import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken, newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import {
  type PresentedCode,
  redeemForOfflineToken,
  redeemForOnlineToken,
} from "@/lib/protocol/tokens/exchange-code";
import type { IssuedRow, TokenContext } from "@/lib/protocol/tokens/statements";
import { mintCode } from "@/test/factories/mint-code";
import { mintSession, type Scene } from "@/test/factories/mint-scene";

/** A code of a scene's person, as its client sends it; `columns` overrides what a test cares about. */
export async function mintPresentedCode(
  { installation, person, columns: ofScene }: Scene,
  columns: Parameters<typeof mintCode>[1] = {},
): Promise<PresentedCode> {
  const owner = { userId: person.userId, sessionId: await mintSession(person.userId) };
  const code = await mintCode(installation, { ...ofScene, ...owner, ...columns });
  const key = { codeHash: sha256(code), codeDay: dayOfToken(code) };
  return { ...key, scopes: null, codeChallenge: null, redirectUri: null };
}

/** Redeems a code with its statement, and expects that an access token is stored if and only if it says so. */
export async function redeemCode(
  kind: "online" | "offline",
  context: TokenContext,
  code: PresentedCode,
): Promise<IssuedRow | null> {
  const key = tokenKey(newToken(kind));
  const row = await (kind === "online"
    ? redeemForOnlineToken(context, code, key, 60)
    : redeemForOfflineToken(context, code, key, randomBytes(32), newId()));
  const tokenHash = new Uint8Array(key.tokenHash);
  const stored = await db().accessToken.findMany({ where: { tokenHash } });
  expect(stored.map(({ scopes }) => scopes)).toEqual(row?.scopes ? [row.scopes] : []);
  return row;
}
