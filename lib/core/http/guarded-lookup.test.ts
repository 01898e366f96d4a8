import type { LookupAddress } from "node:dns";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardedLookup, isCallable, isLoopbackHost } from "@/lib/core/http/outgoing-call";

const octet = fc.integer({ min: 0, max: 255 });
const hextet = fc.integer({ min: 0, max: 0xffff });

/** IPv4 addresses that start with these octets. */
const ipv4In = (...begin: fc.Arbitrary<number>[]) =>
  fc
    .tuple(...begin, ...Array<typeof octet>(4 - begin.length).fill(octet))
    .map((all) => all.join("."));
/** IPv6 addresses whose first group is in a range. */
const ipv6In = (from: number, to: number) =>
  fc
    .tuple(fc.integer({ min: from, max: to }), ...Array<typeof hextet>(7).fill(hextet))
    .map((all) => all.map((one) => one.toString(16)).join(":"));

const is = (value: number) => fc.constant(value);
const between = (min: number, max: number) => fc.integer({ min, max });

const loopback = fc.oneof(ipv4In(is(127)), fc.constant("::1"));
const innerIpv4 = fc.oneof(
  ipv4In(is(0)),
  ipv4In(is(10)),
  ipv4In(is(100), between(64, 127)),
  ipv4In(is(169), is(254)),
  ipv4In(is(172), between(16, 31)),
  ipv4In(is(192), is(168)),
  ipv4In(is(198), between(18, 19)),
  ipv4In(between(224, 255)),
);
const innerIpv6 = fc.oneof(
  fc.constant("::"),
  ipv6In(0, 0x1fff),
  ipv6In(0x2002, 0x2002),
  ipv6In(0x4000, 0xffff),
);
/** Every way to embed an IPv4 address in an IPv6 one that some system connects through. */
const wraps = [
  (ipv4: string) => `::ffff:${ipv4}`,
  (ipv4: string) => `::${ipv4}`,
  (ipv4: string) => `64:ff9b::${ipv4}`,
  (ipv4: string) => `64:ff9b:1::${ipv4}`,
];
const publicIpv4 = fc.oneof(
  ipv4In(between(1, 9)),
  ipv4In(between(11, 99)),
  ipv4In(is(172), between(32, 255)),
  ipv4In(is(193)),
);
const publicIpv6 = ipv6In(0x2003, 0x3ffe);

describe("security 52: an address for outgoing calls", () => {
  it("may be any public address", () => {
    fc.assert(
      fc.property(fc.oneof(publicIpv4, publicIpv6), fc.boolean(), (address, local) => {
        expect(isCallable(address, local)).toBe(true);
      }),
    );
  });

  it("is never private, link-local, shared, multicast, or unassigned", () => {
    fc.assert(
      fc.property(fc.oneof(innerIpv4, innerIpv6), fc.boolean(), (address, local) => {
        fc.pre(address !== "0:0:0:0:0:0:0:1");
        expect(isCallable(address, local)).toBe(false);
      }),
    );
  });

  it("is never such an address wrapped in IPv6", () => {
    fc.assert(
      fc.property(innerIpv4, fc.constantFrom(...wraps), fc.boolean(), (ipv4, wrap, local) => {
        expect(isCallable(wrap(ipv4), local)).toBe(false);
      }),
    );
  });

  it("may be a loopback address only while this installation is on one", () => {
    fc.assert(
      fc.property(loopback, (address) => {
        expect(isCallable(address, false)).toBe(false);
        expect(isCallable(address, true)).toBe(true);
      }),
    );
    for (const wrap of wraps) expect(isCallable(wrap("127.0.0.1"), false)).toBe(false);
  });

  it.each(["fe80::1%lo", "2606:4700::1%eth0", "", "localhost", "1.2.3", "999.1.1.1"])(
    "is never %j, which is not an address by itself",
    (text) => {
      expect(isCallable(text, true)).toBe(false);
    },
  );
});

describe("a host name", () => {
  it.each(["localhost", "127.0.0.1", "127.9.9.9", "[::1]"])("%s is this machine", (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each(["localhost.evil.test", "127.0.0.1.evil.test", "10.0.0.1", "example.com", "[::2]"])(
    "%s is not this machine",
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );
});

describe("security 52: a name that resolves to an internal address at connection time", () => {
  /** Looks up `localhost`, a name that this machine resolves to an internal address. */
  const look = (baseUrl: string, all: boolean) =>
    new Promise<string | LookupAddress[]>((resolve, reject) => {
      guardedLookup(baseUrl)("localhost", { all }, (error, found) => {
        if (error) reject(error);
        else resolve(found);
      });
    });

  it.each([true, false])("is rejected by an installation on the network (all: %s)", async (all) => {
    const message = "localhost resolves to an address that is not public.";
    await expect(look("https://auth.example.com", all)).rejects.toThrow(message);
  });

  it("is allowed by an installation on a loopback address, as in development", async () => {
    expect(await look("http://127.0.0.1:3000", false)).toMatch(/^(127\.|::1$)/);
    expect(await look("http://127.0.0.1:3000", true)).not.toEqual([]);
  });
});
