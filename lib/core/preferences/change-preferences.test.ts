import { describe, expect, it } from "vitest";
import { env } from "@/lib/core/env/env";
import { changePreferences } from "@/lib/core/preferences/change-preferences";

const post = (body: string, headers: Record<string, string> = {}) =>
  changePreferences(
    new Request(`${env().baseUrl}/preferences`, {
      method: "POST",
      headers: {
        origin: env().baseUrl,
        "content-type": "application/x-www-form-urlencoded",
        ...headers,
      },
      body,
    }),
  );

describe("a preference", () => {
  it.each([
    ["theme=dark", /^theme=dark; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/],
    ["theme=system", /^theme=; Max-Age=0; /],
    ["language=de", /^language=de; /],
  ])("%s is stored in a cookie, and the browser returns to its page", async (body, cookie) => {
    const response = await post(body, { referer: `${env().baseUrl}/docs?a=b` });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/docs?a=b"]);
    expect(response.headers.get("set-cookie")).toMatch(cookie);
  });

  it.each(["theme=pink", "language=xx", "theme=dark%0d%0aset-cookie:a", "language=__proto__"])(
    "is rejected without a cookie for %s",
    async (body) => {
      const response = await post(body);
      expect(response.status).toBe(400);
      expect(response.headers.has("set-cookie")).toBe(false);
    },
  );

  it("cannot be changed by another site", async () => {
    const response = await post("theme=dark", { origin: "https://evil.test" });
    expect(response.status).toBe(403);
    expect(response.headers.has("set-cookie")).toBe(false);
  });

  it("security 68: never redirects to another site, whatever the referrer", async () => {
    for (const referer of ["https://evil.test/x", `${env().baseUrl}//evil.test`, "//evil.test"]) {
      const response = await post("theme=dark", { referer });
      expect(response.headers.get("location")).toBe("/");
    }
  });
});
