import { hash as hashArgon2 } from "@node-rs/argon2";
import { hash as hashBcrypt } from "@node-rs/bcrypt";
import { beforeEach, describe, expect, it } from "vitest";
import { signingSecret } from "@/lib/consent/deliveries/signing-secret";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { inPasswordQueue } from "@/lib/core/crypto/passwords";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { pushRequest } from "@/lib/protocol/authorize/push-request";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { extensionDetails } from "@/lib/protocol/startup/extension-details";
import { mintCompany, mintOrganization } from "@/test/factories/mint";
import { mintServiceToken } from "@/test/factories/mint-platform";
import { introspect, introspectInBody, revoke } from "@/test/requests/call-administration";
import { basic, callToken, type TokenCall } from "@/test/requests/call-token";
import { importLines } from "@/test/requests/import-lines";
import { newAddress } from "@/test/requests/own-address";

const SCOPES = ["company/orders/read", "company/products/read"];
const OWN_TOKEN = { grant_type: "client_credentials" };

let here: string;

beforeEach(() => {
  here = newAddress();
});

const hashOf = (secret: string) => hashBcrypt(secret, 4);
const pair = (clientId: string, clientSecret: string) => basic({ clientId, clientSecret });
const headersFrom = (address: string) => ({ "x-client-address": address });

/** A client that was imported with a bcrypt hash and installed by a company. */
async function importClient(secret = `old secret+%41${newId()}`) {
  const token = await mintServiceToken(["platform/clients/write"]);
  const { organizationId } = await mintOrganization();
  const { companyId } = await mintCompany();
  const secret_hash = await hashOf(secret);
  const key = { client_id: `legacy_${newId()}` };
  const record = {
    type: "client",
    ...key,
    organization_id: organizationId,
    name: "Shipfast",
    secret_hash,
    scopes: SCOPES,
    redirect_urls: ["https://shipfast.example.com/auth"],
    grants: ["authorization_code", "refresh_token", "client_credentials"],
  };
  const lines = [record, { type: "grant", ...key, company_id: companyId, scopes: SCOPES }];
  const results = await importLines(token, lines);
  expect(results).toMatchObject([{ status: "created" }, { status: "created" }]);
  const client = { clientId: key.client_id, clientSecret: secret, secretId: "", systemUserId: "" };
  const again = async (change: object = {}) =>
    (await importLines(token, [{ ...record, ...change }]))[0];
  return { client, companyId, organizationId, again };
}

type Imported = Awaited<ReturnType<typeof importClient>>;

const ask = (imported: Imported, secret = imported.client.clientSecret, address = here) =>
  callToken(
    "online",
    { ...imported, client: { ...imported.client, clientSecret: secret } },
    { form: OWN_TOKEN, headers: headersFrom(address) },
  );

const secretsOf = ({ client: { clientId } }: Imported) =>
  db().clientSecret.findMany({ where: { clientId } });

const details = ({ client }: Imported) =>
  extensionDetails(
    new Request(
      `${env().baseUrl}/service/panel/partners/v1.0/extensions/details/${client.clientId}`,
      { headers: { authorization: basic(client), ...headersFrom(here) } },
    ),
  );

const push = ({ client, companyId }: Imported) =>
  pushRequest(
    new Request(`${env().baseUrl}${OAUTH_PATH}/company/${companyId}/oauth/par`, {
      method: "POST",
      headers: { authorization: basic(client), ...headersFrom(here) },
      body: new URLSearchParams({
        redirect_uri: "https://shipfast.example.com/auth",
        response_type: "code",
      }),
    }),
  );

const credentialsInBody = (imported: Imported) => {
  const { clientId: client_id, clientSecret: client_secret } = imported.client;
  const json = { ...OWN_TOKEN, client_id, client_secret };
  return callToken("offline", imported, { json, authorization: null, headers: headersFrom(here) });
};

describe("a secret imported as a hash of another kind", () => {
  it.each<[string, (imported: Imported) => Promise<{ status: number }>, number]>([
    ["a token request with Basic", ask, 200],
    ["a token request with credentials in the body", credentialsInBody, 200],
    ["introspection", ({ client }) => introspect(client, "a token", headersFrom(here)), 200],
    [
      "introspection by the body",
      ({ client }) => introspectInBody(client, "a token", headersFrom(here)),
      200,
    ],
    ["revocation", ({ client }) => revoke(client, "a token", headersFrom(here)), 200],
    ["a pushed request", push, 201],
    ["an SDK's startup request", details, 200],
  ])("works from its first use on, in %s, and then has our hash", async (_what, use, status) => {
    const imported = await importClient();
    expect((await use(imported)).status).toBe(status);
    const [secret] = await secretsOf(imported);
    const { clientSecret } = imported.client;
    expect(secret).toMatchObject({
      secretHash: new Uint8Array(sha256(clientSecret)),
      lastFour: clientSecret.slice(-4),
      lastUsedAt: expect.any(Date),
    });
    expect((await use(imported)).status).toBe(status);
  });

  it("can be any kind of hash and several for one client, and sign calls from then on", async () => {
    const imported = await importClient();
    const other = `other ${newId()}`;
    const secret_hash = [await hashArgon2(other, { memoryCost: 8, timeCost: 1 })];
    expect(await imported.again({ secret_hash })).toMatchObject({ status: "updated" });
    const of = { organizationId: imported.organizationId, clientId: imported.client.clientId };
    expect(await signingSecret(of)).toBeNull();
    for (const secret of [other, imported.client.clientSecret]) {
      expect((await ask(imported, secret)).status).toBe(200);
    }
    expect([other, imported.client.clientSecret]).toContain(await signingSecret(of));
  });

  it("explains what else is wrong with a request once the secret is right", async () => {
    const imported = await importClient();
    const answer = await callToken("online", imported, {
      form: { grant_type: "unknown" },
      headers: headersFrom(here),
    });
    expect(answer.body.error).toBe("unsupported_grant_type");
    await db().client.update({
      where: { clientId: imported.client.clientId },
      data: { isActive: false },
    });
    expect((await ask(imported)).body.error).toBe("unauthorized_client");
  });

  it("gives one of each concurrent first use, and adds no second secret", async () => {
    const imported = await importClient();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(imported)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await imported.again()).toMatchObject({ status: "unchanged" });
    expect(await secretsOf(imported)).toHaveLength(1);
  });

  it("fails its line if it belongs to another client or checking it would cost too much", async () => {
    const { again } = await importClient();
    const conflict = await again({ client_id: `legacy_${newId()}` });
    expect(conflict?.error).toContain("belongs to another client");
    const costly = (await hashOf("a secret")).replace("$04$", "$20$");
    const failed = await again({ secret_hash: costly });
    expect(failed?.error).toBe("secret_hash.0 cannot be used: cost must be from 4 to 14.");
  });
});

describe("security 104: a secret known only as a foreign hash", () => {
  it("is not the hash itself, and no other secret", async () => {
    const imported = await importClient();
    const [stored] = await secretsOf(imported);
    for (const wrong of [stored?.foreignHash ?? "", `${imported.client.clientSecret}x`, ""]) {
      expect((await ask(imported, wrong)).status).toBe(401);
    }
    expect((await secretsOf(imported))[0]?.secretHash).toBeNull();
  });

  it("is not hashed once a network has sent 20 wrong ones", async () => {
    const imported = await importClient();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect((await ask(imported, `wrong ${attempt}`)).status).toBe(401);
    }
    const limited = await ask(imported);
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, expect.any(String)]);
    expect((await secretsOf(imported))[0]?.secretHash).toBeNull();
    expect((await ask(imported, undefined, "203.0.113.104")).status).toBe(200);
    expect((await ask(imported)).status).toBe(200);
  });

  it("is checked later, with 503 and Retry-After, while too many wait to be hashed", async () => {
    const imported = await importClient();
    let release = () => {};
    const ready = new Promise<void>((resolve) => {
      release = resolve;
    });
    const waiting = Array.from({ length: 20 }, () => inPasswordQueue(() => ready));
    const busy = await ask(imported);
    release();
    await Promise.all(waiting);
    expect([busy.status, busy.body.error]).toEqual([503, "temporarily_unavailable"]);
    expect(busy.headers.get("retry-after")).toMatch(/^[3-7]$/);
    expect((await ask(imported)).status).toBe(200);
  });

  it("security 50: is in no failure log, even if it looks like an API key and is sent as one", async () => {
    const likeAnId = newId();
    const imported = await importClient(likeAnId);
    const { clientId } = imported.client;
    for (const secret of [`imported ${newId()}`, likeAnId]) {
      const requests: TokenCall[] = [
        { form: { ...OWN_TOKEN, scope: secret }, authorization: pair(secret, clientId) },
        ...[
          { client_id: secret, client_secret: clientId },
          { client_id: clientId, client_secret: `${secret}!` },
        ].map((form) => ({ form: { ...OWN_TOKEN, ...form }, authorization: null })),
      ];
      for (const request of requests) {
        await callToken("online", imported, { ...request, headers: headersFrom(here) });
      }
      const rows = await db().$queryRaw<{ row: string }[]>`
        SELECT row_to_json(e)::text AS row FROM authorization_events e
        WHERE created_at > now() - interval '1 minute'`;
      const stored = rows.map(({ row }) => row).join("\n");
      expect([stored.includes(secret), stored.includes(clientId)]).toEqual([false, true]);
    }
  });
});
