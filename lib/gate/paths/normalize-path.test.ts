import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldSegment, normalizePath, splitTarget } from "@/lib/gate/paths/normalize-path";

const segmentsOf = (path: string) => {
  const normal = normalizePath(path);
  return "segments" in normal ? normal.segments : null;
};

/** Pieces that paths are attacked with, next to plain ones. */
const piece = fc.constantFrom(
  ..."a Products 42 . .. %2e %2E %2f %5c %25 %00 %0a ; %3b %20 %41 %zz %".split(" "),
  ..."%c0%ae %e0%80%af %ef%bc%8f %ef%bc%8e %c3%a9 / / é + = @ : ~ ?".split(" "),
  ...["\\", "#", " ", "\0", '"', "<", "{x}", "http:"],
);
const path = fc.oneof(
  { weight: 4, arbitrary: fc.array(piece, { maxLength: 8 }).map((all) => `/${all.join("")}`) },
  fc.string({ unit: "binary", maxLength: 30 }).map((text) => `/${text}`),
);

describe("security 83: a path that programs could read in different ways", () => {
  it.each([
    ..."/a/../b /.. /a/.. /./a /a/. /a/.../b /a/%2e%2e/b /a/.%2e/b /a/%2E%2E%2Fb /a/%2e".split(" "),
    ..."/a/..%20/b /a/%20 /a/%09 /a%2fb /a%2Fb /a%5cb /a%5Cb /a\\b /a%252fb /a%25 /a%3fb".split(
      " ",
    ),
    ..."/a%23b /a;b /a;jsessionid=1 /a/..;/b /a%3bb /a%3B //a /a//b /a// // /a%00".split(" "),
    ..."/a%0d%0ab /a%7f /a%c2%85 /a%c0%ae%c0%ae/b /a%c0%af /a%e0%80%af /a%ed%a0%80".split(" "),
    ..."/a%ff /a%c3 /a%f8%80 /a%ef%bc%8fb /%ef%bc%8e%ef%bc%8e/b /a%ef%bc%9bb /a%ef%bc%85".split(
      " ",
    ),
    ..."/a%e2%81%84b /a%e2%88%95b /a%e2%a7%b8b /a%e2%88%96b /a%e2%a7%b5b /a%ef%b9%a8b".split(" "),
    ..."/a/.%c2%ad./b /a/%e2%80%8b /a/.%ef%bb%bf http://api.example.com/a a/b *".split(" "),
    ..."https://api.example.com api.example.com:443 /a#b /a?b /é /a% /a%2 /a%g0 /a{b}".split(" "),
    ...["", '/a"b', "/a|b", "/a<b>", "/a^b", "/a`b", "/a\0b", "/a\tb", "/a b"],
    `/${"a".repeat(5000)}`,
  ])("is not accepted: %j", (attack) => {
    expect(normalizePath(attack)).toHaveProperty("problem");
  });
});

describe("a normalized path", () => {
  it.each([
    ["/", []],
    ["/products", ["products"]],
    ["/products/", ["products"]],
    [
      "/service/application/catalog/v1.0/products/",
      "service application catalog v1.0 products".split(" "),
    ],
    ["/%70roducts/%7e%41", ["products", "~A"]],
    ["/a%20b", ["a%20b"]],
    ["/caf%c3%a9", ["caf%C3%A9"]],
    ["/a:b@c=d+e,f$g&h!i'j(k)l*m", ["a:b@c=d+e,f$g&h!i'j(k)l*m"]],
    ["/%3a%40%3d%2b%2c%24%26", [":@=+,$&"]],
    ["/.well-known/x..y", [".well-known", "x..y"]],
    ["/Products", ["Products"]],
  ])("of %s has one spelling for each segment", (sent, segments) => {
    expect(segmentsOf(sent)).toEqual(segments);
  });

  it("has no separator, control character or segment of dots, and every program reads it the same", () => {
    fc.assert(
      fc.property(path, (sent) => {
        const segments = segmentsOf(sent);
        if (!segments) return;
        for (const segment of segments) {
          const text = decodeURIComponent(segment).normalize("NFKC");
          expect(text).not.toMatch(/[/\\;?#%\p{Cc}]|^[.\s]*$/u);
        }
        // Normalizing it again, decoding it first, or the URL parser of browsers and Node.
        expect(segmentsOf(`/${segments.join("/")}`)).toEqual(segments);
        const sentSegments = sent.replace(/\/$/, "").split("/").slice(1);
        expect(segments.map(decodeURIComponent)).toEqual(sentSegments.map(decodeURIComponent));
        expect(segmentsOf(new URL(`http://upstream${sent}`).pathname)).toEqual(segments);
      }),
      { numRuns: 400 },
    );
  });
});

it.each([
  ["Count", "count"],
  ["count.", "count"],
  ["count%20", "count"],
  ["%EF%BD%83ount", "count"],
  ["%E2%84%AAelvin", "kelvin"],
  ["co%C2%ADunt", "count"],
  ["count.%E2%80%8B", "count"],
])("the segment %s counts as a spelling of %s", (sent, literal) => {
  expect(foldSegment(sent)).toBe(foldSegment(literal));
});

it("separates path and query at the first question mark", () => {
  expect(splitTarget("/a/b?c=d?e&f=/../g")).toEqual({ path: "/a/b", query: "c=d?e&f=/../g" });
  expect(splitTarget("/a")).toEqual({ path: "/a", query: "" });
});

it.each([
  ..."* a ?a http://host/a api.example.com:443 /a#b /a?b#c".split(" "),
  ...["", "/a b", "/a?b c", "/a\r\nx: y", "/a?\0", "/a, /b", "/\u2028", `/${"a".repeat(9000)}`],
])("security 83: a target that is not a path with a query is not accepted: %j", (target) => {
  expect(splitTarget(target)).toBeNull();
});
