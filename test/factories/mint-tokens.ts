import { randomBytes } from "node:crypto";
import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import type { AccessTokenKind } from "@/lib/protocol/bearer/check-bearer";
import { storedHash } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES, type Installation } from "@/test/factories/mint-installation";

const HOUR_MS = 3_600_000;

/** A live access token of an installation; `columns` overrides what a test cares about. */
export async function mintAccessToken(
  { client, companyId, seller, grantId }: Partial<Installation> & Pick<Installation, "client">,
  kind: AccessTokenKind,
  columns: Partial<Prisma.AccessTokenUncheckedCreateInput> = {},
): Promise<string> {
  const token = newToken(kind);
  await db().accessToken.create({
    data: {
      tokenHash: storedHash(token),
      day: dayOfToken(token),
      kind,
      clientId: client.clientId,
      companyId: companyId ?? null,
      grantId: grantId ?? null,
      grantEpoch: 1,
      userId: (kind === "online" && seller?.userId) || null,
      scopes: INSTALLED_SCOPES,
      expiresAt: new Date(Date.now() + HOUR_MS),
      ...columns,
    },
  });
  return token;
}

/** The same in the form of another server, as the import stores it. */
export async function mintImportedAccessToken(
  installation: Installation,
  kind: "offline" | "online",
  columns: Partial<Prisma.AccessTokenUncheckedCreateInput> = {},
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const stored = { tokenHash: storedHash(token), day: 0 };
  await mintAccessToken(installation, kind, { ...stored, ...columns });
  return token;
}

/** A live refresh token of an installation; `columns` overrides what a test cares about. */
export async function mintRefreshToken(
  { client, companyId, grantId }: Installation,
  columns: Partial<Prisma.RefreshTokenUncheckedCreateInput> = {},
): Promise<string> {
  const token = newToken("refresh");
  await db().refreshToken.create({
    data: {
      tokenHash: storedHash(token),
      familyId: newId(),
      codeHash: new Uint8Array(randomBytes(32)),
      clientId: client.clientId,
      companyId,
      grantId,
      grantEpoch: 1,
      scopes: INSTALLED_SCOPES,
      expiresAt: new Date(Date.now() + HOUR_MS),
      ...columns,
    },
  });
  return token;
}
