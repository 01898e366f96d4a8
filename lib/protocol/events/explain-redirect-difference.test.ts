import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeDifference } from "@/lib/core/diagnosis/difference";
import {
  diagnoseRedirectUri,
  explainRedirectDifference,
  type RedirectComponent,
} from "@/lib/protocol/events/explain-redirect-difference";

const word = fc.stringMatching(/^[a-z]{3,8}$/);
const address = fc.record({ host: word, first: word, last: word }).map(({ host, first, last }) => ({
  host: `${host}.example.com`,
  path: `/${first}/${last}`,
  url: `https://${host}.example.com/${first}/${last}`,
}));

type Written = { host: string; path: string; url: string };

/** One change to a URL and the component that it affects. */
const changes: [RedirectComponent, (of: Written) => string][] = [
  ["scheme", ({ url }) => url.replace("https:", "http:")],
  ["user_info", ({ host, path }) => `https://somebody@${host}${path}`],
  ["host", ({ host, path }) => `https://other-${host}${path}`],
  ["host", ({ host, path }) => `https://${host}.evil.test${path}`],
  ["host", ({ host, path }) => `https://${host.toUpperCase()}${path}`],
  ["port", ({ host, path }) => `https://${host}:8443${path}`],
  ["port", ({ host, path }) => `https://${host}:443${path}`],
  ["path_case", ({ host, path }) => `https://${host}${path.toUpperCase()}`],
  ["trailing_slash", ({ url }) => `${url}/`],
  ["encoding", ({ host, path }) => `https://${host}/${path.slice(1).replace("/", "%2F")}`],
  ["path", ({ url }) => `${url}/more`],
  ["path", ({ url }) => `${url}/..;/more`],
  ["path", ({ url }) => `${url}\\more`],
  ["query", ({ url }) => `${url}?tenant=5`],
  ["fragment", ({ url }) => `${url}#top`],
  ["form", ({ path }) => path],
];

describe("explainRedirectDifference", () => {
  it.each(changes)(
    "names the %s when only that differs, and the closest registered URL",
    (component, change) => {
      fc.assert(
        fc.property(
          fc.uniqueArray(address, { selector: ({ host }) => host, minLength: 1 }),
          (all) => {
            const [meant] = all;
            if (!meant) return;
            const explanation = explainRedirectDifference(
              all.map(({ url }) => url),
              change(meant),
            );
            expect(explanation?.components).toEqual([component]);
            if (component !== "form") expect(explanation?.nearest).toBe(meant.url);
          },
        ),
      );
    },
  );

  it("returns nothing exactly when a registered URL is equal", () => {
    fc.assert(
      fc.property(fc.array(address, { minLength: 1 }), fc.string(), (all, other) => {
        const urls = all.map(({ url }) => url);
        for (const url of urls) expect(explainRedirectDifference(urls, url)).toBeNull();
        if (!urls.includes(other)) expect(explainRedirectDifference(urls, other)).not.toBeNull();
      }),
    );
  });

  it("never shows a sent query, fragment, or user info", () => {
    fc.assert(
      fc.property(
        address,
        fc.stringMatching(/^[A-Z0-9]{12,40}$/),
        ({ url, host, path }, hidden) => {
          for (const sent of [
            `${url}?code=${hidden}`,
            `${url}#${hidden}`,
            `https://me:${hidden}@${host}${path}`,
          ]) {
            const parts = explainRedirectDifference([url], sent)?.parts;
            expect(parts).toHaveLength(1);
            expect(JSON.stringify(parts)).not.toContain(hidden);
          }
        },
      ),
    );
  });

  it.each([
    ["https://bücher.example/cb", ["host"]],
    ["https://BÜCHER.example/cb", ["host"]],
    ["https://bu\u0308cher.example/cb", ["host"]],
    ["https://XN--BCHER-KVA.example/cb", ["host"]],
    ["HTTPS://xn--bcher-kva.example/cb", ["scheme"]],
    ["https://xn--bcher-kva.example:443/cb", ["port"]],
    ["https://xn--bcher-kva.example/a/../cb", ["path"]],
    ["https://xn--bcher-kva.example/%63b/../cb", ["path"]],
    ["https://xn--bcher-kva.example/cb\n", ["path"]],
    [" https://xn--bcher-kva.example/cb", ["form"]],
    ["https:\\\\xn--bcher-kva.example\\cb", ["form"]],
    ["https:xn--bcher-kva.example/cb", ["form"]],
    ["https%3A%2F%2Fxn--bcher-kva.example%2Fcb", ["encoding"]],
  ])("finds the address that is the same to a browser, and says so: %s", (sent, components) => {
    const meant = "https://xn--bcher-kva.example/cb";
    // Written more like what was sent.
    const others = ["https://bu.example/cb", `${sent}/other`, "https://xn--bcher-kva.example/c"];
    const explanation = explainRedirectDifference([...others, meant], sent);
    expect(explanation).toMatchObject({ nearest: meant, components });
    expect(describeDifference(explanation?.parts ?? [])).toMatch(/both are the same address/);
    expect(diagnoseRedirectUri([...others, meant], sent).fix).toEqual({
      kind: "set_parameter",
      name: "redirect_uri",
      value: meant,
    });
  });

  it.each([
    [
      ...["https://a.example/caf%C3%A9", "https://a.example/caf%c3%a9", "encoding"],
      "both are the same address",
    ],
    [
      ...["https://xn--bcher-kva.example/cb", "https://bücher.example/other", "host,path"],
      "Host: bücher.example was sent, xn--bcher-kva.example is expected. Path: /other was sent, /cb is expected.",
    ],
    [
      ...["https://a.example/fp/auth", "http://a.example:8080/FP/auth/#x"],
      ...["scheme,port,path_case,trailing_slash,fragment", "8080 was sent, none is expected."],
    ],
    // Any port of a loopback address matches.
    ["http://127.0.0.1:3000/auth", "http://127.0.0.1:4000/other", "path", "/auth is expected."],
  ])("lists the differences from %s in URL order: %s", (registered, sent, components, says) => {
    const explanation = explainRedirectDifference([registered, "https://b.example/"], sent);
    expect(explanation?.components.join()).toBe(components);
    expect(describeDifference(explanation?.parts ?? [])).toContain(says);
  });

  it("returns null when no URL is registered", () => {
    expect(explainRedirectDifference([], "https://shipfast.example.com/fp/auth")).toBeNull();
  });
});
