import { describe, expect, it } from "vitest";
import { env } from "@/lib/core/env";
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
  it("is kept for a year and returns to its page", async () => {
    const response = await post("theme=dark", { referer: `${env().baseUrl}/docs?a=b` });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/docs?a=b");
    expect(response.headers.get("set-cookie")).toBe(
      "theme=dark; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax",
    );
  });

  it("can be reset to the system's", async () => {
    const response = await post("theme=system");
    expect(response.headers.get("set-cookie")).toMatch(/^theme=; Max-Age=0; /);
  });

  it("is kept for a language", async () => {
    const response = await post("language=de");
    expect(response.headers.get("set-cookie")).toMatch(/^language=de; /);
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
