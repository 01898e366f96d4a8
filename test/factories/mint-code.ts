import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import { issueCode } from "@/lib/protocol/codes/issue-code";
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
