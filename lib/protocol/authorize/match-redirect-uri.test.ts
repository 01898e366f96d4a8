import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchRedirectUri } from "@/lib/protocol/authorize/match-redirect-uri";

const REGISTERED = "https://shipfast.example.com/fp/auth";
const APPLICATION = "application_id=0123456789abcdef01234567";

const hex24 = fc.stringMatching(/^[0-9a-f]{24}$/);

describe("a registered redirect URL", () => {
  it("matches exactly, character by character", () => {
    expect(matchRedirectUri([REGISTERED], REGISTERED)).toBe(true);
  });

  it("matches with the application_id that SDKs append, for any 24 hex characters", () => {
    fc.assert(
      fc.property(hex24, (id) => {
        expect(matchRedirectUri([REGISTERED], `${REGISTERED}?application_id=${id}`)).toBe(true);
        expect(
          matchRedirectUri([`${REGISTERED}?a=1`], `${REGISTERED}?a=1&application_id=${id}`),
        ).toBe(true);
        expect(
          matchRedirectUri([`${REGISTERED}?a=1`], `${REGISTERED}?application_id=${id}&a=1`),
        ).toBe(true);
      }),
    );
  });

  it("matches on a loopback host with any port (RFC 8252 section 7.3)", () => {
    for (const host of ["127.0.0.1", "localhost", "[::1]"]) {
      const registered = [`http://${host}:3001/fp/auth`];
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 65_535 }), (port) => {
          expect(matchRedirectUri(registered, `http://${host}:${port}/fp/auth`)).toBe(true);
        }),
      );
      expect(matchRedirectUri(registered, `http://${host}/fp/auth?${APPLICATION}`)).toBe(true);
    }
  });
});

describe("security 3 to 6: an unregistered redirect URL", () => {
  it.each([
    ["an empty address", ""],
    ["another case in the path", "https://shipfast.example.com/FP/auth"],
    ["another case in the host", "https://Shipfast.example.com/fp/auth"],
    ["another scheme", "http://shipfast.example.com/fp/auth"],
    ["a port", "https://shipfast.example.com:8443/fp/auth"],
    ["the default port", "https://shipfast.example.com:443/fp/auth"],
    ["an encoded slash", "https://shipfast.example.com/fp%2Fauth"],
    ["another host that begins the same", "https://shipfast.example.com.evil.test/fp/auth"],
    ["a subdomain", "https://a.shipfast.example.com/fp/auth"],
    ["a path parameter", "https://shipfast.example.com/fp/..;/auth"],
    ["a dot segment", "https://shipfast.example.com/x/../fp/auth"],
    ["a backslash", "https://shipfast.example.com\\@evil.test/fp/auth"],
    ["user info", "https://shipfast.example.com@evil.test/fp/auth"],
    ["several @", "https://a@b@shipfast.example.com/fp/auth"],
    ["javascript", "javascript:alert(1)"],
  ])("rejects %s", (_what, uri) => {
    expect(matchRedirectUri([REGISTERED], uri)).toBe(false);
  });

  it.each([
    ...["/more", "/", "#part", "#", " ", "\r\nx: y", "?", "?&", "&", `&${APPLICATION}`],
    ...["code", "state", "iss", "error", "application_id"].map((name) => `?${name}=1`),
    ...["&code=1", `&${APPLICATION}`, "&", "0"].map((more) => `?${APPLICATION}${more}`),
    `?${APPLICATION.toUpperCase()}`,
  ])("rejects the registered address with %j behind it", (more) => {
    expect(matchRedirectUri([REGISTERED], REGISTERED + more)).toBe(false);
  });

  it.each([
    ["a host that begins like a loopback host", "http://localhost.evil.test/fp/auth"],
    ["an address that begins like a loopback address", "http://127.0.0.1.evil.test/fp/auth"],
    ["a loopback address as user-info", "http://127.0.0.1:3001@evil.test/fp/auth"],
    ["another loopback host", "http://localhost:3001/fp/auth"],
    ["https", "https://127.0.0.1:3001/fp/auth"],
    ["another path", "http://127.0.0.1:3001/fp/other"],
    ["a port that no address can have", "http://127.0.0.1:99999/fp/auth"],
    ["an empty port", "http://127.0.0.1:/fp/auth"],
    ["a short form of the address", "http://127.1:3001/fp/auth"],
  ])("rejects for a registered loopback address: %s", (_what, uri) => {
    expect(matchRedirectUri(["http://127.0.0.1:3001/fp/auth"], uri)).toBe(false);
  });
});

describe("any redirect URL", () => {
  it("matches only with the host of a registered URL", () => {
    const hosts = ["shipfast.example.com", "127.0.0.1"];
    const registered = [REGISTERED, "http://127.0.0.1:3001/fp/auth"];
    const parts = fc.constantFrom(
      ...["https://", "http://", ...hosts, "evil.test", ":3001", ":80", "/fp/auth", "@", "\\"],
      ...["?", "&", "#", ".", "/", APPLICATION, "%2F", ";", "\t"],
    );
    const address = fc.array(parts, { maxLength: 8 }).map((chosen) => chosen.join(""));
    fc.assert(
      fc.property(address, (uri) => {
        if (matchRedirectUri(registered, uri)) expect(hosts).toContain(new URL(uri).hostname);
      }),
      { numRuns: 3000 },
    );
  });

  it("stops matching with one extra character anywhere", () => {
    fc.assert(
      fc.property(fc.nat(REGISTERED.length), fc.string({ minLength: 1 }), (at, inserted) => {
        const uri = REGISTERED.slice(0, at) + inserted + REGISTERED.slice(at);
        expect(matchRedirectUri([REGISTERED], uri)).toBe(false);
      }),
    );
  });

  it.each(["a/", "a&", "@", "?a&", "-"])(
    "is compared in linear time with a long run of %s",
    (part) => {
      // Time that grows with the square of the length would exceed the test's timeout.
      const uri = `${REGISTERED}/${part.repeat(500_000)}`;
      expect(matchRedirectUri([REGISTERED], uri)).toBe(false);
    },
  );
});

it("matches nothing when malformed, not even itself", () => {
  for (const part of ["#a", "\\", " ", "\n", "\u007f"]) {
    const address = `${REGISTERED}${part}`;
    expect(matchRedirectUri([address], address)).toBe(false);
  }
});
