import { describe, expect, it } from "vitest";
import {
  type ResponseShape,
  responseShapeFor,
  serializeTokenResponse,
} from "@/lib/protocol/tokens/serialize-token-response";
import { SDK_HEADERS } from "@/test/requests/call-token";

const FORM = "application/x-www-form-urlencoded";

describe("the types of a token response", () => {
  it.each<[string, Record<string, string>, ResponseShape]>([
    ["JSON", { "content-type": "application/json" }, "document"],
    ["JSON with a charset", { "content-type": "application/json; charset=utf-8" }, "document"],
    ["a form", { "content-type": FORM }, "rfc6749"],
    ["a form with a charset", { "content-type": `${FORM.toUpperCase()};charset=UTF-8` }, "rfc6749"],
    ["JSON that an SDK signed", { "content-type": "application/json", ...SDK_HEADERS }, "fdk"],
    ["a form that an SDK signed", { "content-type": FORM, ...SDK_HEADERS }, "fdk"],
    ["a form with half a signature", { "content-type": FORM, "x-fp-date": "1" }, "rfc6749"],
  ])("are chosen by the request's headers: %s", (_what, headers, shape) => {
    expect(responseShapeFor(new Headers(headers))).toBe(shape);
  });

  const scopes = ["company/orders/read", "company/products/read"];
  const seller = {
    subject: "6".repeat(24),
    email: "a@example.com",
    isEmailVerified: true,
    firstName: "A",
    lastName: "B",
  };
  const offline = {
    accessToken: "lko_x",
    refreshToken: "lkr_x",
    expiresIn: 3600,
    scopes,
    accessMode: "offline",
  } as const;
  const online = {
    accessToken: "lkn_x",
    expiresIn: 21_600,
    scopes,
    accessMode: "online",
    seller,
  } as const;
  const common = {
    access_token: "lko_x",
    token_type: "Bearer",
    expires_at: "1970-01-01T01:00:00.000Z",
    refresh_token: "lkr_x",
  };

  it("spec 2.6: are strings with comma-separated scopes in the platform spec's shape", () => {
    const body = serializeTokenResponse(offline, "document", 0);
    expect(body).toEqual({ ...common, expires_in: "3600", scope: scopes.join(",") });
    expect(Object.values(body).every((value) => typeof value === "string")).toBe(true);
  });

  it("RFC 6749 section 5.1: are numeric seconds and space-separated scopes", () => {
    const body = serializeTokenResponse(offline, "rfc6749", 0);
    expect(body).toEqual({ ...common, expires_in: 3600, scope: scopes.join(" ") });
  });

  it("are a number, an array, the mode, and a nullable user for an SDK", () => {
    const body = serializeTokenResponse(offline, "fdk", 0);
    const sdk = { expires_in: 3600, scope: scopes, access_mode: "offline", current_user: null };
    expect(body).toEqual({ ...common, ...sdk });
  });

  it.each<ResponseShape>(["document", "rfc6749", "fdk"])(
    "spec 2.7: include the seller and no refresh token in an online response (%s)",
    (shape) => {
      const body = serializeTokenResponse(online, shape);
      expect(body).toMatchObject({ current_user: { _id: seller.subject, username: seller.email } });
      expect(body).not.toHaveProperty("refresh_token");
    },
  );
});
