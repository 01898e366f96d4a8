import { beforeEach, describe, expect, it } from "vitest";
import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { mintCompanyMember } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { exchange } from "@/test/requests/call-token";
import { fieldAt, textOf } from "@/test/requests/read-json";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

describe("spec 2.7 and 4.5: the online token response", () => {
  it("has the platform spec's fields with the seller as current_user, and no refresh_token", async () => {
    const { status, body } = await exchange("online", installation, await mintCode(installation));
    expect(status).toBe(200);
    const { userId, email } = installation.seller;
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: "21600",
      expires_at: expect.any(String),
      scope: INSTALLED_SCOPES.join(","),
      current_user: {
        _id: userId,
        id: userId,
        first_name: "Asha",
        last_name: "Rao",
        username: email,
        emails: [{ email, primary: true, verified: false }],
      },
    });
    expect(isTokenOfKind(textOf(body.access_token), "online")).toBe(true);
  });

  it.each([false, true])(
    "security 96: calls an address verified if something proved it (%s)",
    async (verified) => {
      const { userId: id, email } = installation.seller;
      const emailVerifiedAt = verified ? new Date() : null;
      await db().user.update({ where: { id }, data: { emailVerifiedAt } });
      const { body } = await exchange("online", installation, await mintCode(installation));
      expect(fieldAt(body, "current_user.emails")).toEqual([{ email, primary: true, verified }]);
    },
  );

  it("spec 8: is valid for 6 hours regardless of the client's own lifetime", async () => {
    installation = await mintInstallation({ accessTokenLifetime: 600 });
    const before = Date.now();
    const { body } = await exchange("online", installation, await mintCode(installation));
    expect(body.expires_in).toBe("21600");
    const lifetime = Date.parse(textOf(body.expires_at)) - before;
    expect(lifetime).toBeGreaterThanOrEqual(21_600_000);
    expect(lifetime).toBeLessThan(21_610_000);
  });

  it("names the person who authorized, even when they are staff", async () => {
    const staff = await mintCompanyMember(installation.companyId, "staff");
    const code = await mintCode(installation, { userId: staff.userId });
    const { body } = await exchange("online", installation, code);
    expect(fieldAt(body, "current_user.username")).toBe(staff.email);
  });
});

describe("security 44: a seller who left or was deactivated", () => {
  it("can no longer use a code of either kind after leaving the company", async () => {
    const staff = await mintCompanyMember(installation.companyId, "staff");
    const code = await mintCode(installation, { userId: staff.userId });
    await db().companyMember.delete({
      where: {
        companyId_userId: { companyId: installation.companyId, userId: staff.userId },
      },
    });
    expect((await exchange("online", installation, code)).body.error).toBe("invalid_grant");
    expect((await exchange("offline", installation, code)).body.error).toBe("invalid_grant");
  });

  it("can no longer use a code once the account is deactivated", async () => {
    const code = await mintCode(installation);
    await db().user.update({
      where: { id: installation.seller.userId },
      data: { deactivatedAt: new Date() },
    });
    expect((await exchange("online", installation, code)).body.error).toBe("invalid_grant");
  });
});
