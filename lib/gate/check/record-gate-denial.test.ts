import { afterEach, expect, it, vi } from "vitest";
import { db } from "@/lib/core/db/client";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { callGate, useRules } from "@/test/requests/call-gate";

const PER_MINUTE = 60;
const MINUTE_MS = 60_000;

let minutesAhead = 0;

afterEach(() => {
  vi.restoreAllMocks();
});

it("a client's failure log gets at most 60 denials of the gate in a minute, and more in the next", async () => {
  useRules([{ methods: ["GET"], path: "/refused", any: ["company/payments/read"] }]);
  const { clientSecret: key } = await mintServiceKey(["platform/gate"]);
  const installation = await mintInstallation();
  const token = await mintAccessToken(installation, "offline");
  const { clientId } = installation.client;
  const deny = (times: number) =>
    Promise.all(
      Array.from({ length: times }, async () => {
        expect((await callGate({ key, token, uri: "/refused" })).status).toBe(403);
      }),
    );
  const recorded = () => db().authorizationEvent.count({ where: { clientId } });
  minutesAhead += 3;
  const start = performance.now() + minutesAhead * MINUTE_MS;
  const clock = vi.spyOn(performance, "now").mockReturnValue(start);
  await deny(PER_MINUTE + 5);
  expect(await recorded()).toBe(PER_MINUTE);
  clock.mockReturnValue(start + MINUTE_MS - 1);
  await deny(2);
  expect(await recorded()).toBe(PER_MINUTE);
  clock.mockReturnValue(start + MINUTE_MS);
  await deny(2);
  expect(await recorded()).toBe(PER_MINUTE + 2);
});
