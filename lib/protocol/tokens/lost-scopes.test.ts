import { beforeEach, expect, it } from "vitest";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import {
  type Change,
  changeClient,
  changeGrant,
  mintScene,
  type Scene,
} from "@/test/factories/mint-scene";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { introspect } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import { textOf } from "@/test/requests/read-json";
import { askToken, exchangeAt, mintSceneCode, refreshAt } from "@/test/requests/token-at-scene";

const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;

let scene: Scene;

beforeEach(async () => {
  scene = await mintScene("company");
});

const ownToken = () => askToken("online", scene, { json: { grant_type: "client_credentials" } });

it.each([
  ["client", changeClient({ scopes: [ORDERS] })],
  ["grant", changeGrant({ scopes: [ORDERS] })],
])(
  "what a token can do is narrowed everywhere after the %s lost a scope",
  async (_holder, lose) => {
    const code = await mintSceneCode(scene);
    const { body } = await exchangeAt("offline", scene, code);
    await lose(scene);
    const answers = [
      await refreshAt(scene, textOf(body.refresh_token)),
      await exchangeAt("online", scene, code),
      await ownToken(),
    ];
    for (const answer of answers) {
      expect(answer.body.scope).toBe(ORDERS);
      const token = textOf(answer.body.access_token);
      expect((await introspect(scene.installation.client, token)).body.scope).toBe(ORDERS);
      expect((await callProducts(token)).status).toBe(403);
    }
  },
);

it("a refresh token works again once its client has a scope again", async () => {
  const { body } = await exchangeAt("offline", scene, await mintSceneCode(scene));
  const token = textOf(body.refresh_token);
  await changeClient({ scopes: ["company/brands/read"] })(scene);
  expect((await refreshAt(scene, token)).body.error).toBe("invalid_grant");
  expect((await ownToken()).body.error).toBe("invalid_scope");
  await changeClient({ scopes: INSTALLED_SCOPES })(scene);
  expect((await refreshAt(scene, token)).body.scope).toBe(INSTALLED_SCOPES.join());
});

const loseInBoth: Change = async (of) => {
  await changeClient({ scopes: [ORDERS] })(of);
  await changeGrant({ scopes: [ORDERS] })(of);
};

it.each<[string, Change, RegExp]>([
  [
    "the client lost it",
    changeClient({ scopes: [ORDERS] }),
    /not registered .*products\/read.* admin .* must add it/,
  ],
  [
    "the client and the grant lost it",
    loseInBoth,
    /admin .* must add it .*seller must consent again/,
  ],
  [
    "the grant lost it",
    changeGrant({ scopes: [ORDERS] }),
    /^(?!.*admin).*company has not granted .* seller must consent again/,
  ],
  ["only the token lacks it", async () => undefined, /issued without the scope .* Get a new one/],
])("a 403 for a missing scope says what to do when %s", async (what, lose, advice) => {
  const scopes = what.startsWith("only") ? [ORDERS] : INSTALLED_SCOPES;
  const token = await mintAccessToken(scene.installation, "offline", { scopes });
  await lose(scene);
  const { status, headers, body } = await callProducts(token);
  expect([status, body.error]).toEqual([403, "insufficient_scope"]);
  expect(headers.get("www-authenticate")).toMatch(/, scope="company\/products\/read"$/);
  expect(body.message).toMatch(advice);
  await changeClient({ scopes: INSTALLED_SCOPES })(scene);
  await changeGrant({ scopes: INSTALLED_SCOPES })(scene);
  const isAllowedNow = scopes.includes(PRODUCTS);
  expect((await callProducts(token)).status).toBe(isAllowedNow ? 200 : 403);
});
