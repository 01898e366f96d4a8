import { describe, expect, it } from "vitest";
import { signedOut, signOut } from "@/lib/platform/provider/logout/sign-out";
import { browserHeaders, mintUser } from "@/test/factories/mint";
import { forgetProvider } from "@/test/process/provider/forget-provider";
import { TEST_VARIABLES } from "@/test/process/test-env";
import { providerScene } from "@/test/requests/provider-scene";
import { requireStoredSession, signInNewly } from "@/test/requests/provider-session";
import type { ProviderBrowser } from "@/test/requests/sign-in-at-provider";

const { BASE_URL } = TEST_VARIABLES;

const provider = providerScene();

function pressSignOut(headers: Record<string, string>, path = "/docs"): Promise<Response> {
  return signOut(
    new Request(`${BASE_URL}/sign-out`, {
      method: "POST",
      headers: { ...headers, origin: BASE_URL },
      body: new URLSearchParams({ return_to: path }),
    }),
  );
}

const returnTo = ({ here }: ProviderBrowser) =>
  signedOut(new Request(`${BASE_URL}/signed-out`, { headers: here.headers() })).headers.get(
    "location",
  );

describe("signing out of a session from the provider", () => {
  it("ends it, leads to the provider with the ID token, and from there back to the requested page", async () => {
    const { browser } = await signInNewly();
    const session = await requireStoredSession(browser);
    const response = await pressSignOut(browser.here.headers());
    browser.here.keep(response);
    const page = await response.text();
    const [, link = ""] = /<a href="([^"]+)"/.exec(page) ?? [];
    const address = new URL(link.replaceAll("&amp;", "&"));
    expect(address.origin + address.pathname).toBe(`${provider().issuer}/session/end`);
    const { id_token_hint: hint = "", ...others } = Object.fromEntries(address.searchParams);
    expect(others).toEqual({
      client_id: provider().clientId,
      post_logout_redirect_uri: `${BASE_URL}/signed-out`,
    });
    expect(hint.split(".")).toHaveLength(3);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(
      await requireStoredSession({ ...browser, here: browser.here.copy() }).catch(() => null),
    ).toBeNull();
    // The provider accepts it and asks the person there to confirm.
    const there = await fetch(address, { headers: browser.there.headers() });
    expect([there.status, await there.text()]).toEqual([200, expect.stringContaining("<form")]);
    expect(returnTo(browser)).toBe("/sign-in?signed_out=1&return_to=%2Fdocs");
    expect(session.endedAt).toBeNull();
  });

  it.each(["down", "slow", "html"] as const)(
    "works here while the provider is %s",
    async (fault) => {
      const { browser } = await signInNewly();
      forgetProvider();
      provider().faults.set("discovery", fault);
      const response = await pressSignOut(browser.here.headers());
      expect(response.headers.get("location")).toBe("/sign-in?signed_out=1&return_to=%2Fdocs");
      expect((await requireStoredSession(browser)).endedAt).not.toBeNull();
    },
  );

  it("does not involve the provider for a session that was opened with a password", async () => {
    const response = await pressSignOut(browserHeaders(await mintUser()));
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/sign-in?signed_out=1&return_to=%2Fdocs");
  });

  it("never leads to another site afterwards", async () => {
    const { browser } = await signInNewly();
    browser.here.keep(await pressSignOut(browser.here.headers(), "https://evil.example/"));
    expect(returnTo(browser)).toBe("/sign-in?signed_out=1&return_to=%2F");
  });
});
