import { describe, expect, it } from "vitest";
import { handleOperation } from "@/lib/api/handle-operation";
import { newId } from "@/lib/core/crypto/ids";
import { answerSecondFactor } from "@/lib/identity/account/second-factor/answer-second-factor";
import { codeOf, mintSecondFactor } from "@/test/factories/mint-second-factor";
import { configureTestEnv, TEST_VARIABLES } from "@/test/process/test-env";
import { CLAIMS, providerScene } from "@/test/requests/provider-scene";
import { requireStoredSession, signInNewly } from "@/test/requests/provider-session";

const provider = providerScene(CLAIMS);

describe("a second factor at the provider", () => {
  const TRUST = { OIDC_TRUST_MFA: "1", OIDC_MFA_ACR: "strong" };

  async function personWithFactor(account: { amr?: string[]; acr?: string }) {
    const sub = newId();
    provider().accounts.set(sub, account);
    const { userId } = await requireStoredSession((await signInNewly(sub)).browser);
    return { sub, ...(await mintSecondFactor(userId)) };
  }

  it.each([
    ["amr mfa", { amr: ["pwd", "mfa"] }],
    ["amr otp", { amr: ["otp"] }],
    ["amr hwk", { amr: ["hwk"] }],
    ["the acr", { acr: "strong" }],
  ])("counts as the second factor: %s", async (_, account) => {
    configureTestEnv({ ...provider().env, ...TRUST });
    const { sub } = await personWithFactor(account);
    const { browser } = await signInNewly(sub);
    expect(await requireStoredSession(browser)).toMatchObject({
      secondFactorPending: false,
      providerSession: { secondFactor: true },
    });
  });

  it.each([
    ["it is not trusted", {}, { amr: ["mfa"] }],
    ["it was only a password", TRUST, { amr: ["pwd"] }],
    ["acr is another one", TRUST, { acr: "0" }],
  ])("does not count if %s: the person enters their code", async (_, trust, account) => {
    configureTestEnv({ ...provider().env, ...trust });
    const { sub, secret } = await personWithFactor(account);
    const { browser, response } = await signInNewly(sub, "return_to=%2Fdocs");
    expect(response.headers.get("location")).toBe("/sign-in/second-factor?return_to=%2Fdocs");
    expect(await requireStoredSession(browser)).toMatchObject({ secondFactorPending: true });
    const answered = await handleOperation(answerSecondFactor)(
      new Request(`${TEST_VARIABLES.BASE_URL}/sign-in/second-factor/answer`, {
        method: "POST",
        headers: { ...browser.here.headers(), origin: TEST_VARIABLES.BASE_URL },
        body: new URLSearchParams({ code: codeOf(secret), return_to: "/docs" }),
      }),
    );
    browser.here.keep(answered);
    // Signing out there still works after the code.
    expect(await requireStoredSession(browser)).toMatchObject({
      secondFactorPending: false,
      providerSession: {
        sid: expect.any(String),
        encrypted: expect.anything(),
        secondFactor: false,
      },
    });
  });
});
