import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { mintCode, storedHash } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import type { RouteAnswer } from "@/test/requests/call-route";
import { basic, callToken, exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

const TENANTS = 4;

let installations: Installation[];

beforeAll(async () => {
  installations = await Promise.all(Array.from({ length: TENANTS }, () => mintInstallation()));
});

const tenantAt = (index: number): Installation => {
  const found = installations[index];
  if (!found) throw new Error(`There is no tenant ${index}.`);
  return found;
};

const answerAt = (answers: readonly RouteAnswer[], index: number): RouteAnswer => {
  const found = answers[index];
  if (!found) throw new Error(`There is no answer ${index}.`);
  return found;
};

const tenant = fc.nat(TENANTS - 1);
/** A request that is valid if all three tenants are the same, and the secret and the scopes are right. */
const request = fc.record({
  caller: tenant,
  ownerOfCode: tenant,
  subject: tenant,
  isSecretRight: fc.boolean(),
  scope: fc.constantFrom(undefined, INSTALLED_SCOPES[0], "company/settings/write"),
});

/** Mostly valid ones, so that good and bad requests share statements. */
const mixed = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: request },
    {
      weight: 2,
      arbitrary: tenant.map((own) => ({
        caller: own,
        ownerOfCode: own,
        subject: own,
        isSecretRight: true,
        scope: undefined,
      })),
    },
  ),
  { minLength: 2, maxLength: 16 },
);

describe.each(["online", "offline"] as const)("concurrent exchanges for %s tokens", (kind) => {
  it("give each caller the token for its own client and company, or its own error", async () => {
    await fc.assert(
      fc.asyncProperty(mixed, async (requests) => {
        const answers = await Promise.all(
          requests.map(async ({ caller, ownerOfCode, subject, isSecretRight, scope }) => {
            const code = await mintCode(tenantAt(ownerOfCode));
            const { client } = tenantAt(caller);
            const clientSecret = isSecretRight ? client.clientSecret : `${client.clientSecret}x`;
            return callToken(kind, tenantAt(subject), {
              json: { grant_type: "authorization_code", code, ...(scope && { scope }) },
              authorization: basic({ ...client, clientSecret }),
            });
          }),
        );
        for (const [index, sent] of requests.entries()) {
          const { caller, ownerOfCode, subject, isSecretRight, scope } = sent;
          const isOwn = caller === ownerOfCode && caller === subject;
          const isInScope = scope === undefined || INSTALLED_SCOPES.includes(scope);
          const { status, body } = answerAt(answers, index);
          expect(status === 200, JSON.stringify({ sent, body })).toBe(
            isOwn && isSecretRight && isInScope,
          );
          if (status !== 200) continue;
          const tokenHash = storedHash(textOf(body.access_token));
          const { clientId, companyId, scopes } = await db().accessToken.findFirstOrThrow({
            where: { tokenHash },
          });
          expect({ clientId, companyId, scopes }).toEqual({
            clientId: tenantAt(caller).client.clientId,
            companyId: tenantAt(caller).companyId,
            scopes: scope === undefined ? INSTALLED_SCOPES : [scope],
          });
        }
      }),
      { numRuns: 15 },
    );
  });
});

it("concurrent refreshes of several tenants, with and without rotation, never swap tokens", async () => {
  const rotating = await mintInstallation({ refreshRotation: "confirm_on_use" });
  const all = [...installations, rotating];
  const tokens = await Promise.all(
    all.map(async (each) => {
      const { body } = await exchange("offline", each, await mintCode(each));
      return textOf(body.refresh_token);
    }),
  );
  const rounds = Array.from({ length: 5 }, () =>
    all.map((each, index) => ({ each, index })),
  ).flat();
  const answers = await Promise.all(
    rounds.map(({ each, index }) => refresh(each, tokens[index] ?? "")),
  );
  for (const [round, { each }] of rounds.entries()) {
    const { status, body } = answerAt(answers, round);
    expect(status, JSON.stringify(body)).toBe(200);
    const tokenHash = storedHash(textOf(body.access_token));
    const { clientId, companyId } = await db().accessToken.findFirstOrThrow({
      where: { tokenHash },
    });
    expect({ clientId, companyId }).toEqual({
      clientId: each.client.clientId,
      companyId: each.companyId,
    });
  }
});

it("a token and its successor that are presented concurrently are processed one after the other", async () => {
  const rotating = await mintInstallation({ refreshRotation: "confirm_on_use" });
  const { body } = await exchange("offline", rotating, await mintCode(rotating));
  const old = textOf(body.refresh_token);
  const successor = textOf((await refresh(rotating, old)).body.refresh_token);
  const answers = await Promise.all(
    [old, successor, old, successor].map((token) => refresh(rotating, token)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { supersededAt } = await db().refreshToken.findUniqueOrThrow({
    where: { tokenHash: storedHash(old) },
  });
  expect(supersededAt, "the first use of the successor supersedes the old token").not.toBeNull();
});
