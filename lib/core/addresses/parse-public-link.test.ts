import { describe, expect, it } from "vitest";
import { parsePublicLink } from "@/lib/core/addresses/registered-url";

describe("a link that people follow", () => {
  it.each([
    "https://shipfast.example.com",
    "https://shipfast.example.com/privacy?lang=de#data",
    "https://xn--mnchen-3ya.example/terms",
    "https://example.com:8443/terms",
  ])("may be %s", (text) => {
    expect(parsePublicLink(text).problem).toBeUndefined();
  });

  it.each([
    ["javascript:alert(1)", "notHttps"],
    ["data:text/html,hello", "notHttps"],
    ["http://example.com/privacy", "notHttps"],
    ["ftp://example.com/privacy", "notHttps"],
    ["https://user@example.com/", "userInfo"],
    ["https://user:password@example.com/", "userInfo"],
    ["https://localhost/privacy", "notPublic"],
    ["https://localhost./privacy", "notPublic"],
    ["https://intranet/privacy", "notPublic"],
    ["https://wiki.corp/privacy", "notPublic"],
    ["https://printer.local/privacy", "notPublic"],
    ["https://router.home.arpa/", "notPublic"],
    ["https://db.internal/", "notPublic"],
    ["https://127.0.0.1/", "notPublic"],
    ["https://0x7f.1/", "notPublic"],
    ["https://2130706433/", "notPublic"],
    ["https://10.0.0.1/", "notPublic"],
    ["https://169.254.169.254/latest", "notPublic"],
    ["https://203.0.113.7/", "notPublic"],
    ["https://[::1]/", "notPublic"],
    ["https://[2001:db8::1]/", "notPublic"],
    ["/privacy", "notAbsolute"],
    ["https://EXAMPLE.com/privacy", "notPlain"],
    [" https://example.com/privacy", "notPlain"],
    [`https://example.com/${"x".repeat(2000)}`, "tooLong"],
  ])("must not be %s", (text, code) => {
    expect(parsePublicLink(text).fault?.code).toBe(code);
  });
});
