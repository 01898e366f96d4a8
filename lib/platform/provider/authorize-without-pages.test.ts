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
import { requireStoredSession } from "@/test/requests/provider-session";
import {
  newBrowser,
  openCallback,
  type ProviderBrowser,
  signInAtProvider,
  start,
  walkAtProvider,
} from "@/test/requests/sign-in-at-provider";

const provider = providerScene({ OIDC_COMPANIES_CLAIM: "companies" });

describe("authorize with prompt=none and without a session", () => {
  const ask = (installation: Installation, headers = {}) =>
    sendAuthorize(installation.companyId, silentQuery(installation), null, headers);
  const silentQuery = ({ client: { clientId } }: Installation) =>
    String(
      new URLSearchParams({
        client_id: clientId,
        redirect_uri: REDIRECT_URI,
        response_type: "code",
        scope: INSTALLED_SCOPES.join(","),
        state: "a state",
        prompt: "none",
      }),
    );
  const openAgain = (installation: Installation, response: Response, { here }: ProviderBrowser) => {
    const { search } = new URL(response.headers.get("location") ?? "", TEST_VARIABLES.BASE_URL);
    return sendAuthorize(installation.companyId, search.slice(1), null, here.headers());
  };

  it("asks the provider, and a person signed in there gets a code without a page", async () => {
    const installation = await mintInstallation();
    const sub = newId();
    const companies = [{ id: installation.companyId, role: "owner" }];
    provider().accounts.set(sub, { claims: { companies } });
    const { there } = newBrowser();
    await signInAtProvider({ here: newBrowser().here, there }, { sub });
    const browser = { here: newBrowser().here, there };
    const query = String(new URLSearchParams(redirectParameters(await ask(installation))));
    provider().requested.length = 0;
    const back = await signInAtProvider(browser, { sub: "unused", query });
    expect(provider().requested.some((path) => path.startsWith("/log-in/"))).toBe(false);
    const answer = redirectParameters(await openAgain(installation, back, browser));
    expect(answer).toMatchObject({ code: expect.any(String), state: "a state" });
  });

  it("returns login_required, and no page, to someone who is not signed in there", async () => {
    const installation = await mintInstallation();
    const query = String(new URLSearchParams(redirectParameters(await ask(installation))));
    const browser = newBrowser();
    const back = await signInAtProvider(browser, { sub: "nobody", query });
    const response = await openAgain(installation, back, browser);
    expect(response.headers.get("location")).toContain(REDIRECT_URI);
    expect(redirectParameters(response)).toMatchObject({
      error: "login_required",
      state: "a state",
    });
  });

  it.each(["discovery", "token"] as const)(
    "returns login_required, and no page, while the provider's %s is down",
    async (part) => {
      const installation = await mintInstallation();
      const query = String(new URLSearchParams(redirectParameters(await ask(installation))));
      const sub = newId();
      const { there } = newBrowser();
      await signInAtProvider({ here: newBrowser().here, there }, { sub });
      const browser = { here: newBrowser().here, there };
      provider().faults.set(part, "down");
      forgetProvider();
      const departure = await start(browser, query);
      const address = departure.headers.get("location") ?? "";
      const isAway = address.startsWith(provider().issuer);
      const back = isAway
        ? await openCallback(browser, await walkAtProvider(browser, address, null))
        : departure;
      const response = await openAgain(installation, back, browser);
      expect(redirectParameters(response)).toMatchObject({ error: "login_required" });
    },
  );

  it("returns login_required, and asks for no code, if a second factor is missing here", async () => {
    const installation = await mintInstallation();
    const sub = newId();
    const { there } = newBrowser();
    const first = { here: newBrowser().here, there };
    await signInAtProvider(first, { sub });
    await mintSecondFactor((await requireStoredSession(first)).userId);
    const query = String(new URLSearchParams(redirectParameters(await ask(installation))));
    const browser = { here: newBrowser().here, there };
    const back = await signInAtProvider(browser, { sub: null, query });
    const response = await openAgain(installation, back, browser);
    expect(redirectParameters(response)).toMatchObject({ error: "login_required" });
  });

  it("returns any other error without asking the provider", async () => {
    const installation = await mintInstallation();
    const query = new URLSearchParams(silentQuery(installation));
    query.set("scope", "company/unknown/read");
    const response = await sendAuthorize(installation.companyId, String(query), null);
    expect(response.headers.get("location")).toContain(REDIRECT_URI);
    expect(redirectParameters(response)).toMatchObject({ error: "invalid_scope" });
  });

  it("does not ask the provider for a second factor that the organization requires here", async () => {
    const { installation, person, subject } = await mintScene("organization");
    const id = subject.organizationId ?? "";
    await db().organization.update({ where: { id }, data: { requireSecondFactor: true } });
    const path = `${OAUTH_PATH}/organization/${id}/oauth/authorize?${silentQuery(installation)}`;
    const headers = { cookie: person.cookie };
    const response = await authorize(new Request(TEST_VARIABLES.BASE_URL + path, { headers }));
    expect(response.headers.get("location")).toContain(REDIRECT_URI);
    expect(redirectParameters(response)).toMatchObject({ error: "login_required" });
  });

  it("returns login_required at once in a frame, and to a request that has returned from the provider", async () => {
    const installation = await mintInstallation();
    const framed = await ask(installation, { "sec-fetch-dest": "iframe" });
    expect(redirectParameters(framed)).toMatchObject({ error: "login_required" });
    const query = `${silentQuery(installation)}&provider_asked=1`;
    const authorizeResponse = await sendAuthorize(installation.companyId, query, null);
    expect(redirectParameters(authorizeResponse)).toMatchObject({ error: "login_required" });
  });
});
