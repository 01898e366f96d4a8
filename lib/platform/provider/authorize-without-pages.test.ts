import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { mintScene } from "@/test/factories/mint-scene";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { forgetProvider } from "@/test/process/provider/forget-provider";
import { TEST_VARIABLES } from "@/test/process/test-env";
import { redirectParameters, sendAuthorize } from "@/test/requests/call-authorize";
import { providerScene } from "@/test/requests/provider-scene";
import { requireStoredSession, signInNewly } from "@/test/requests/provider-session";
import {
  newBrowser,
  openCallback,
  type ProviderBrowser,
  start,
  walkAtProvider,
} from "@/test/requests/sign-in-at-provider";

const provider = providerScene({ OIDC_COMPANIES_CLAIM: "companies" });

const silentQuery = ({ client: { clientId } }: Installation, more: Record<string, string> = {}) =>
  String(
    new URLSearchParams({
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      response_type: "code",
      scope: INSTALLED_SCOPES.join(","),
      state: "a state",
      prompt: "none",
      ...more,
    }),
  );

/** An authorize request, and what goes on with the query of the redirect to our sign-in, in a browser. */
async function askSilently(installation: Installation) {
  const { companyId } = installation;
  const response = await sendAuthorize(companyId, silentQuery(installation), null);
  return {
    query: String(new URLSearchParams(redirectParameters(response))),
    openAgain: ({ here }: ProviderBrowser, back: Response) => {
      const { search } = new URL(back.headers.get("location") ?? "", TEST_VARIABLES.BASE_URL);
      return sendAuthorize(companyId, search.slice(1), null, here.headers());
    },
  };
}

const requiresSignIn = { error: "login_required", state: "a state" };

describe("authorize with prompt=none and without a session", () => {
  it("asks the provider, and a person signed in there gets a code without a page", async () => {
    const installation = await mintInstallation();
    const sub = newId();
    const companies = [{ id: installation.companyId, role: "owner" }];
    provider().accounts.set(sub, { claims: { companies } });
    const { there } = (await signInNewly(sub)).browser;
    const { query, openAgain } = await askSilently(installation);
    provider().requested.length = 0;
    const { browser, response } = await signInNewly("unused", query, there);
    expect(provider().requested.some((path) => path.startsWith("/log-in/"))).toBe(false);
    const answer = redirectParameters(await openAgain(browser, response));
    expect(answer).toMatchObject({ code: expect.any(String), state: "a state" });
  });

  it("returns login_required, and no page, to someone who is not signed in there", async () => {
    const { query, openAgain } = await askSilently(await mintInstallation());
    const { browser, response } = await signInNewly("nobody", query);
    const again = await openAgain(browser, response);
    expect(again.headers.get("location")).toContain(REDIRECT_URI);
    expect(redirectParameters(again)).toMatchObject(requiresSignIn);
  });

  it.each(["discovery", "token"] as const)(
    "returns login_required, and no page, while the provider's %s is down",
    async (part) => {
      const { query, openAgain } = await askSilently(await mintInstallation());
      const { there } = (await signInNewly()).browser;
      const browser = { here: newBrowser().here, there };
      provider().faults.set(part, "down");
      forgetProvider();
      const departure = await start(browser, query);
      const address = departure.headers.get("location") ?? "";
      const back = address.startsWith(provider().issuer)
        ? await openCallback(browser, await walkAtProvider(browser, address, null))
        : departure;
      expect(redirectParameters(await openAgain(browser, back))).toMatchObject(requiresSignIn);
    },
  );

  it("returns login_required, and asks for no code, if a second factor is missing here", async () => {
    const first = (await signInNewly()).browser;
    await mintSecondFactor((await requireStoredSession(first)).userId);
    const { query, openAgain } = await askSilently(await mintInstallation());
    const { browser, response } = await signInNewly(null, query, first.there);
    expect(redirectParameters(await openAgain(browser, response))).toMatchObject(requiresSignIn);
  });

  it("does not ask the provider for a second factor that the organization requires here", async () => {
    const { installation, person, subject } = await mintScene("organization");
    const id = subject.organizationId ?? "";
    await db().organization.update({ where: { id }, data: { requireSecondFactor: true } });
    const path = `${OAUTH_PATH}/organization/${id}/oauth/authorize?${silentQuery(installation)}`;
    const headers = { cookie: person.cookie };
    const response = await authorize(new Request(TEST_VARIABLES.BASE_URL + path, { headers }));
    expect(response.headers.get("location")).toContain(REDIRECT_URI);
    expect(redirectParameters(response)).toMatchObject(requiresSignIn);
  });

  it.each([
    ["any other error", { scope: "company/unknown/read" }, {}, "invalid_scope"],
    ["login_required in a frame", {}, { "sec-fetch-dest": "iframe" }, "login_required"],
    ["login_required after the provider", { provider_asked: "1" }, {}, "login_required"],
  ])("returns %s without asking the provider", async (_what, more, headers, error) => {
    const installation = await mintInstallation();
    const query = silentQuery(installation, more);
    const response = await sendAuthorize(installation.companyId, query, null, headers);
    expect(response.headers.get("location")).toContain(REDIRECT_URI);
    expect(redirectParameters(response)).toMatchObject({ error });
  });
});
