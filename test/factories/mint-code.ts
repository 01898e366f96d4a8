import { readSessionId } from "@/lib/auth/session-cookie";
import { sha256 } from "@/lib/kernel/crypto/hash";
import { newId } from "@/lib/kernel/crypto/ids";
import { db } from "@/lib/kernel/db/client";
import type { Prisma } from "@/lib/kernel/db/generated/client";
import { issueCode } from "@/lib/oauth/codes/issue-code";
import { withDay } from "@/test/factories/change-day";
import {
  INSTALLED_SCOPES,
  type Installation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";

/** The hash under which a code or token is stored. */
export function storedHash(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(sha256(token));
}

/** A time in the past. */
export function aMinuteAgo(): Date {
  return new Date(Date.now() - 60_000);
}

/**
 * A code of an installation, as issued by authorize; `columns` overrides what a test cares about.
 */
export async function mintCode(
  installation: Installation,
  columns: Partial<Omit<Prisma.AuthorizationCodeUncheckedUpdateManyInput, "codeHash" | "day">> = {},
): Promise<string> {
  const { client, companyId, seller, grantId } = installation;
  const code = await issueCode(db(), {
    clientId: client.clientId,
    subject: { companyId, organizationId: null },
    userId: seller.userId,
    sessionId: readSessionId(seller.cookie),
    grant: { id: grantId, epoch: 1 },
    scopes: INSTALLED_SCOPES,
    redirectUri: REDIRECT_URI,
    codeChallenge: null,
    askedBy: { kind: "authorize", requestId: newId() },
  });
  await db().authorizationCode.updateMany({ where: { codeHash: storedHash(code) }, data: columns });
  return code;
}

/** The same, issued on that day, in days since 1970. */
export async function mintCodeOfDay(
  installation: Installation,
  day: number,
  columns: Parameters<typeof mintCode>[1] = {},
): Promise<string> {
  const code = await mintCode(installation, columns);
  const dated = withDay(code, day);
  await db().authorizationCode.updateMany({
    where: { codeHash: storedHash(code) },
    data: { codeHash: storedHash(dated), day },
  });
  return dated;
}
