import { expect, test } from "@/test/browser/test";
import { registerExtension } from "@/test/requests/http/extension-client";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";
import { companyOauth, postToken } from "@/test/requests/http/post-token";

/**
 * Extensions that refresh in parallel, and how often each does so in every stage of the rotation.
 */
const WORKERS = 8;
const ROUNDS = 10;

test("a client can refresh without interruption while its secret is rotated and the old one revoked", async ({
  request,
  management,
  seller,
  demo,
}) => {
  const client = await registerExtension(management);
  const tokens = await obtainTokens(request, seller, demo.company_id, client);
  const statuses = new Map<string, number[]>();
  let { clientSecret } = client;
  let stage = "before";

  const refresh = async () => {
    const sentWith = { ...client, clientSecret };
    const during = stage;
    const answer = await postToken(request, `${companyOauth(demo.company_id)}/offline-token`, {
      client: sentWith,
      form: { grant_type: "refresh_token", refresh_token: tokens.refresh },
    });
    statuses.set(during, [...(statuses.get(during) ?? []), answer.status()]);
  };
  const burst = () =>
    Promise.all(
      Array.from({ length: WORKERS }, async () => {
        for (let round = 0; round < ROUNDS; round += 1) await refresh();
      }),
    );

  // Each step of the rotation happens while the extension refreshes.
  const path = `/${client.clientId}/secret`;
  await burst();

  stage = "rotated";
  const [rotated] = await Promise.all([
    management.call("POST", path, { data: { name: "next", overlap_seconds: 3600 } }),
    burst(),
  ]);
  expect(rotated.status()).toBe(201);
  const next: { secret: string; id: string } = await rotated.json();

  stage = "switched";
  const switched = burst();
  clientSecret = next.secret;
  await switched;

  stage = "revoked";
  const listed: { items: { id: string }[] } = await (await management.call("GET", path)).json();
  const old = listed.items.find(({ id }) => id !== next.id);
  const [revoked] = await Promise.all([management.call("DELETE", `${path}/${old?.id}`), burst()]);
  expect(revoked.status()).toBe(200);

  expect([...statuses.keys()]).toEqual(["before", "rotated", "switched", "revoked"]);
  for (const [during, all] of statuses) {
    expect(all, during).toHaveLength(WORKERS * ROUNDS);
    expect(new Set(all), during).toEqual(new Set([200]));
  }
  const withOld = await postToken(request, `${companyOauth(demo.company_id)}/offline-token`, {
    client,
    form: { grant_type: "refresh_token", refresh_token: tokens.refresh },
  });
  expect(withOld.status()).toBe(401);
});
