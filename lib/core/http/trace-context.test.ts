import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTraceContext } from "@/lib/core/http/trace-context";

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(..."0123456789abcdef"), { minLength: length, maxLength: length })
    .map((digits) => digits.join(""));
const traceId = hex(32).filter((id) => /[^0]/.test(id));
const parentId = hex(16).filter((id) => /[^0]/.test(id));
const key = fc.stringMatching(/^[a-z][a-z0-9_*/-]{0,20}$/);
const value = fc.stringMatching(/^[!-+\--<>-~]{1,20}$/);

describe("traceparent", () => {
  it("of version 00 continues with its trace, its parent, and the flags that are defined", () => {
    fc.assert(
      fc.property(traceId, parentId, fc.nat(255), (trace, parent, flags) => {
        const sent = `00-${trace}-${parent}-${flags.toString(16).padStart(2, "0")}`;
        const passed = `00-${trace}-${parent}-0${flags & 3}`;
        expect(parseTraceContext(sent, undefined)).toEqual({
          traceId: trace,
          traceparent: passed,
          tracestate: null,
        });
        expect(parseTraceContext(passed, undefined)?.traceparent).toBe(passed);
      }),
    );
  });

  it("of a later version may have more parts and continues as version 00", () => {
    const version = hex(2).filter((text) => text !== "00" && text !== "ff");
    fc.assert(
      fc.property(version, traceId, parentId, (each, trace, parent) => {
        for (const more of ["", "-", "-later.part"]) {
          const context = parseTraceContext(`${each}-${trace}-${parent}-01${more}`, undefined);
          expect(context?.traceparent).toBe(`00-${trace}-${parent}-01`);
        }
        expect(parseTraceContext(`${each}-${trace}-${parent}-01later`, undefined)).toBeNull();
      }),
    );
  });

  it("is ignored after any change of one character to one that is no lower-case hex digit or dash", () => {
    const wrong = fc.constantFrom(..."gzAF_ ,\n\u00e9");
    fc.assert(
      fc.property(traceId, parentId, fc.nat(54), wrong, (trace, parent, at, character) => {
        const sent = `00-${trace}-${parent}-01`;
        const changed = sent.slice(0, at) + character + sent.slice(at + 1);
        expect(parseTraceContext(changed, undefined)).toBeNull();
      }),
    );
  });

  it.each([
    "",
    `ff-${"1".repeat(32)}-${"1".repeat(16)}-01`,
    `00-${"0".repeat(32)}-${"1".repeat(16)}-01`,
    `00-${"1".repeat(32)}-${"0".repeat(16)}-01`,
    `00-${"1".repeat(32)}-${"1".repeat(16)}-01-`,
    `00-${"1".repeat(32)}-${"1".repeat(16)}-01, 00-${"1".repeat(32)}-${"1".repeat(16)}-01`,
    `00-${"1".repeat(31)}-${"1".repeat(16)}-01`,
  ])("%j is ignored", (text) => {
    expect(parseTraceContext(text, "a=1")).toBeNull();
  });

  it("never makes a header with anything but its format, whatever is sent", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary-ascii" }),
        fc.string({ unit: "binary-ascii" }),
        (parent, state) => {
          const context = parseTraceContext(parent, state);
          if (context) expect(context.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[0-3]$/);
          const { tracestate = null } = parseTraceContext(VALID, state) ?? {};
          if (tracestate !== null) expect(tracestate).toMatch(/^[\x21-\x7e][\x20-\x7e]{0,511}$/);
        },
      ),
    );
  });
});

const VALID = `00-${"1".repeat(32)}-${"2".repeat(16)}-01`;
const stateOf = (text: string) => parseTraceContext(VALID, text)?.tracestate;

describe("tracestate", () => {
  it("passes on all members in their order, without spaces and empty members", () => {
    const members = fc.uniqueArray(fc.tuple(key, value), {
      minLength: 1,
      maxLength: 10,
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(members, fc.constantFrom(",", " , ", "\t,, "), (all, separator) => {
        const texts = all.map(([name, text]) => `${name}=${text}`);
        expect(stateOf(texts.join(separator))).toBe(texts.join(","));
      }),
    );
  });

  it.each([
    ["a key twice", "a=1,a=2"],
    ["no member", " , "],
    ["a member without a value", "a="],
    ["a member without a key", "=1"],
    ["a key in upper case", "A=1"],
    ["a value with a line break", "a=1\r\nb"],
    ["33 members", Array.from({ length: 33 }, (_, n) => `k${n}=1`).join(",")],
    ["more than 512 characters", `a=${"x".repeat(250)},b=${"x".repeat(250)},c=${"x".repeat(20)}`],
  ])("with %s is left out, and the trace still continues", (_what, text) => {
    expect(stateOf(text)).toBeNull();
    expect(parseTraceContext(VALID, text)?.traceparent).toBe(VALID);
  });
});
