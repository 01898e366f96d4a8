import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { networkOf } from "@/lib/core/http/ip-address";

const group = fc.integer({ min: 0, max: 0xffff });
const groups = fc.array(group, { minLength: 8, maxLength: 8 });

const full = (all: readonly number[]) =>
  all.map((one) => one.toString(16).padStart(4, "0")).join(":");

/** The shortest form of an address, as in URLs. */
const shortest = (all: readonly number[]) =>
  new URL(`http://[${full(all)}]/`).hostname.slice(1, -1);

describe("security 54: the network that failures are counted for", () => {
  it("is the whole IPv4 address, also when a proxy writes it as IPv6", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        for (const form of [address, `::ffff:${address}`, `::FFFF:${address}`]) {
          expect(networkOf(form)).toBe(address);
        }
      }),
    );
  });

  it("is the same for all addresses of an IPv6 /64, however they are written", () => {
    fc.assert(
      fc.property(groups, groups, (one, other) => {
        const neighbour = [...one.slice(0, 4), ...other.slice(4)];
        const network = networkOf(full(one));
        for (const address of [shortest(one), full(neighbour), shortest(neighbour)]) {
          fc.pre(!/\./.test(address));
          expect(networkOf(address)).toBe(network);
          expect(networkOf(address.toUpperCase())).toBe(network);
        }
      }),
    );
  });

  it("differs between two IPv6 /64 networks", () => {
    fc.assert(
      fc.property(groups, fc.nat(3), group, (one, at, changed) => {
        fc.pre(one[at] !== changed);
        const other = one.with(at, changed);
        expect(networkOf(shortest(other))).not.toBe(networkOf(shortest(one)));
      }),
    );
  });

  it("is text for anything else that a proxy may send, without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(typeof networkOf(text)).toBe("string");
      }),
    );
    expect(networkOf(null)).toBe(networkOf(""));
  });
});
