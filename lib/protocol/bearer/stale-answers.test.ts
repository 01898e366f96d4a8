import { afterEach, beforeAll, expect, it } from "vitest";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { type MintedServiceKey, mintServiceKey } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { REPEATS } from "@/test/process/long-run";
import { introspect, revoke } from "@/test/requests/call-administration";
import { callGate, useRules } from "@/test/requests/call-gate";
import { callProducts } from "@/test/requests/call-products";

const ROUNDS = 160 * REPEATS;
/** Rounds that run in parallel, so that checks wait and share statements. */
const ABREAST = 20;
const PATIENCE_MS = 240_000 * REPEATS;

let installation: Installation;
let gateKey: string;
let introspectionKey: MintedServiceKey;

beforeAll(async () => {
  useRules([{ methods: ["GET"], path: "/products", any: INSTALLED_SCOPES }]);
  installation = await mintInstallation();
  gateKey = (await mintServiceKey(["platform/gate"])).clientSecret;
  introspectionKey = await mintServiceKey(["platform/introspect"]);
});

afterEach(flushCalls);

async function mintTokens(): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < ABREAST) tokens.push(await mintAccessToken(installation, "offline"));
  return tokens;
}

type Verify = (token: string) => Promise<boolean>;

const isActive = async (caller: Parameters<typeof introspect>[0], token: string) =>
  (await introspect(caller, token)).body.active === true;

const verifiers: [string, Verify][] = [
  ["a platform API", async (token) => (await callProducts(token)).status === 200],
  [
    "the gate",
    async (token) => (await callGate({ key: gateKey, token, uri: "/products" })).status === 200,
  ],
  ["introspection by the client", (token) => isActive(installation.client, token)],
  ["introspection by a service key", (token) => isActive(introspectionKey, token)],
];

/** Verifies a token all the time while it is revoked, and once more as soon as the revocation was confirmed. */
async function isLiveAfterRevocation(token: string, verify: Verify): Promise<boolean> {
  expect(await verify(token)).toBe(true);
  let isRevoked = false;
  const verifyUntilRevoked = async () => {
    while (!isRevoked) await verify(token);
  };
  const verifications = [verifyUntilRevoked(), verifyUntilRevoked()];
  await revoke(installation.client, token);
  const answer = verify(token);
  isRevoked = true;
  await Promise.all(verifications);
  return answer;
}

it.each(verifiers)(
  `in ${ROUNDS} rounds under load, %s never accepts a token after its revocation was confirmed`,
  async (_what, verify) => {
    for (let round = 0; round < ROUNDS; round += ABREAST) {
      const tokens = await mintTokens();
      const answers = tokens.map((token) => isLiveAfterRevocation(token, verify));
      expect(await Promise.all(answers)).not.toContain(true);
    }
  },
  PATIENCE_MS,
);
