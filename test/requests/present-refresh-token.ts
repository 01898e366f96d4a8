import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import {
  type PresentedRefreshToken,
  refreshToken,
  rotateRefreshToken,
} from "@/lib/protocol/tokens/refresh-access-token";
import type { IssuedRow, TokenContext } from "@/lib/protocol/tokens/statements";
import type { Scene } from "@/test/factories/mint-scene";
import { mintRefreshToken } from "@/test/factories/mint-tokens";

/** A refresh token of a scene, as its client sends it; `columns` overrides what a test cares about. */
export async function mintPresentedToken(
  { installation, columns: ofScene }: Scene,
  columns: Parameters<typeof mintRefreshToken>[1] = {},
): Promise<PresentedRefreshToken> {
  const token = await mintRefreshToken(installation, { ...ofScene, ...columns });
  return { refreshTokenHash: sha256(token), scopes: null, codeHash: null, codeDay: null };
}

/** Presents a refresh token to its statement, and expects that an access token is stored if and only if it says so. */
export async function presentRefreshToken(
  rotation: "none" | "confirm_on_use",
  context: TokenContext,
  presented: PresentedRefreshToken,
): Promise<IssuedRow | null> {
  const key = tokenKey(newToken("offline"));
  const row = await (rotation === "none"
    ? refreshToken(context, presented, key)
    : rotateRefreshToken(context, presented, key, randomBytes(32)));
  const tokenHash = new Uint8Array(key.tokenHash);
  const stored = await db().accessToken.findMany({ where: { tokenHash } });
  expect(stored.map(({ scopes }) => scopes)).toEqual(row?.scopes ? [row.scopes] : []);
  return row;
}
