import { expect, test } from "@/test/browser/test";
import { registerExtension } from "@/test/requests/http/extension-client";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";
import { companyOauth, postToken } from "@/test/requests/http/post-token";

/** Extensions that refresh in parallel, and how often each does so in every stage of the rotation. */
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
  const refresh = async (clientSecret: string) => {
    const answer = await postToken(request, `${companyOauth(demo.company_id)}/offline-token`, {
      client: { ...client, clientSecret },
      form: { grant_type: "refresh_token", refresh_token: tokens.refresh },
    });
    return answer.status();
  };
  /** Refreshes all the time, meanwhile makes a change if there is one, and expects no failure. */
  const refreshWhile = async <T>(secret: string, change: () => Promise<T>): Promise<T> => {
    const worker = async () => {
      for (let round = 0; round < ROUNDS; round += 1) expect(await refresh(secret)).toBe(200);
    };
    const [result] = await Promise.all([change(), ...Array.from({ length: WORKERS }, worker)]);
    return result;
  };

  const path = `/${client.clientId}/secret`;
  const data = { name: "next", overlap_seconds: 3600 };
  const rotated = await refreshWhile(client.clientSecret, () =>
    management.call("POST", path, { data }),
  );
  expect(rotated.status()).toBe(201);
  const next: { secret: string; id: string } = await rotated.json();
  const listed: { items: { id: string }[] } = await (await management.call("GET", path)).json();
  const old = listed.items.find(({ id }) => id !== next.id);
  const revoked = await refreshWhile(next.secret, () =>
    management.call("DELETE", `${path}/${old?.id}`),
  );
  expect(revoked.status()).toBe(200);
  expect(await refresh(client.clientSecret)).toBe(401);
});
