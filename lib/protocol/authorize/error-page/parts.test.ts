import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetBrand } from "@/lib/core/brand/current-brand";
import { DEFAULT_BRAND } from "@/lib/core/brand/values";
import { newId } from "@/lib/core/crypto/ids";
import { env } from "@/lib/core/env";
import { ServiceError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { pageWords } from "@/lib/core/pages/page-words";
import { processState } from "@/lib/core/process-state";
import { type Denial, describeDenial } from "@/lib/protocol/authorize/error-page/describe-denial";
import { writeForDeveloper } from "@/lib/protocol/authorize/error-page/developer-part";
import { writeForSeller } from "@/lib/protocol/authorize/error-page/seller-part";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";

const words = pageWords(new Headers());
const ADDRESS = new ServiceError("invalid_request", "It is not registered.", {
  check: "redirect_uri_registered",
});
const OURS = new ServiceError("server_error", "It failed.");
const REGISTERED = "https://shipfast.example.com/callbacks/aaa";

/** The denial of a request with an unregistered address, seen by a stranger. */
const denial: Denial = {
  error: ADDRESS,
  requestId: newId(),
  subject: { companyId: 7, organizationId: null },
  subjectName: null,
  logoUri: null,
  client: { clientId: newId(), organizationId: newId() },
  clientName: "Shipfast",
  supportEmail: "help@shipfast.example",
  publisherName: "Shipfast Labs",
  isOfPublisher: false,
  isSignedIn: false,
  addresses: null,
  switchAccountTo: null,
};

const developerPart = (change: Partial<Denial> = {}) =>
  writeForDeveloper({ ...denial, ...change }, words);
const sellerPart = (change: Partial<Denial> = {}) =>
  writeForSeller({ ...denial, ...change }, words).html;

describe("the developer's part of the page of a denied request", () => {
  it.each([
    ["open to members of the publisher", { isOfPublisher: true }, true],
    ["open after a server error", { error: OURS }, true],
    ["folded for everyone else", {}, false],
  ])("is %s", (_what, change, isOpen) => {
    expect(developerPart(change).startsWith("<details open>")).toBe(isOpen);
  });

  it.each([
    ["links members of the publisher to the request", { isOfPublisher: true }, "Open"],
    ["links strangers to sign-in", {}, "/sign-in?"],
    [
      "names the publisher to signed-in people, without a link",
      { isSignedIn: true },
      "Shipfast Labs",
    ],
    ["has no link without an extension", { client: null }, ""],
    ["has no link without a publisher", { publisherName: null }, ""],
    ["has no link after a server error", { error: OURS }, ""],
  ])("%s", (_what, change, text) => {
    const [, end = ""] = developerPart(change).split(/<\/dl>(?![\s\S]*<\/dl>)/);
    if (text === "") expect(end).not.toMatch(/<p|<a/);
    else expect(end).toContain(text);
    expect(end.includes("/sign-in?")).toBe(text === "/sign-in?");
  });

  it.each([
    [
      "the middle",
      `${REGISTERED.slice(0, -3)}xyz`,
      "callbacks/<mark>xyz</mark>",
      "<mark>aaa</mark>",
    ],
    ["more at the end", `${REGISTERED}a`, "callbacks/aaa<mark>a</mark>", "callbacks/aaa</bdi>"],
    ["less at the end", REGISTERED.slice(0, -1), "callbacks/aa</bdi>", "aa<mark>a</mark>"],
  ])("marks where the address differs: %s", (_what, sent, marked, expected) => {
    const html = developerPart({ addresses: { sent, registered: [REGISTERED] } });
    expect(html).toContain(marked);
    expect(html).toContain(expected);
  });

  it("shows a fix and a difference only if there are any", () => {
    const plain = developerPart({ isOfPublisher: true });
    expect(plain).not.toMatch(/undefined|events\./);
    const fix = { kind: "set_parameter", name: "scope", value: "a" } as const;
    const error = new ServiceError("invalid_scope", "It is wrong.", {
      check: "scope_granted",
      fix,
    });
    const fixed = developerPart({ isOfPublisher: true, error });
    expect(fixed.split("<dt>").length).toBe(plain.split("<dt>").length + 1);
    const open = new ServiceError("invalid_scope", "It is wrong.", {
      check: "scope_granted",
      fix: { kind: "contact_platform" },
    });
    expect(developerPart({ isOfPublisher: true, error: open })).not.toMatch(/undefined|events\./);
  });
});

describe("the seller's part of the page of a denied request", () => {
  beforeEach(() => {
    const brand = { ...DEFAULT_BRAND, supportEmail: "help@market.example" };
    Object.assign(
      processState("brand", () => ({})),
      { brand, readAt: Number.POSITIVE_INFINITY },
    );
  });
  afterEach(forgetBrand);

  it.each([
    ["the publisher, whose turn it is", {}, "mailto:help@shipfast.example"],
    ["no one if the publisher has no address", { supportEmail: null }, null],
    ["no one if the publisher is unknown", { publisherName: null }, null],
    ["the platform after a server error", { error: OURS }, "mailto:help@market.example"],
    [
      "no one if it is the seller's turn",
      { error: new ServiceError("access_denied", "No.", { check: "consent_role" }) },
      null,
    ],
  ])("leads to %s", (_what, change, address) => {
    const link = /mailto:[^"]+/.exec(sellerPart(change));
    expect(link?.[0] ?? null).toBe(address);
  });

  it("has no mark without an extension", () => {
    expect(sellerPart()).toContain('class="marks"');
    expect(sellerPart({ client: null, clientName: null })).not.toContain('class="marks"');
  });
});

describe("what the page of a denied request knows", () => {
  let installation: Installation;

  beforeEach(async () => {
    installation = await mintInstallation();
  });
  afterEach(() => void vi.restoreAllMocks());

  const describeRequest = (clientIds: readonly string[], error = ADDRESS) => {
    const query = new URLSearchParams(clientIds.map((id) => ["client_id", id]));
    const request = new Request(`${env().baseUrl}/authorize?${query}`);
    return describeDenial({ request, requestId: newId(), error });
  };

  it("is the extension of the query, if the query names exactly one", async () => {
    const { clientId } = installation.client;
    const logged = vi.spyOn(log(), "error");
    expect((await describeRequest([clientId])).client).toMatchObject({ clientId });
    for (const sent of [[], [clientId, clientId], ["a NUL: \0"]]) {
      expect(await describeRequest(sent)).toMatchObject({ client: null, addresses: null });
    }
    expect(logged).not.toHaveBeenCalled();
  });

  it("is nothing after a server error, which the database may have caused", async () => {
    const { clientId } = installation.client;
    expect((await describeRequest([clientId], OURS)).clientName).toBeNull();
  });

  it("has addresses only if the address is what is wrong", async () => {
    const { clientId } = installation.client;
    const lookup = { clientId, redirectUri: REGISTERED, registered: [] };
    const request = new Request(env().baseUrl);
    const describeWith = (error: ServiceError) =>
      describeDenial({ request, requestId: newId(), error, asked: lookup });
    expect((await describeWith(ADDRESS)).addresses).toEqual({ sent: REGISTERED, registered: [] });
    const other = new ServiceError("invalid_request", "", { check: "parameter_form" });
    expect((await describeWith(other)).addresses).toBeNull();
  });
});
