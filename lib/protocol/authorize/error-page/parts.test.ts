import { createTranslator } from "next-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetBrand } from "@/lib/core/brand/current-brand";
import { DEFAULT_BRAND } from "@/lib/core/brand/values";
import { newId } from "@/lib/core/crypto/ids";
import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import { locales } from "@/lib/core/i18n/locales";
import { messages } from "@/lib/core/i18n/messages";
import { pageWords } from "@/lib/core/pages/page-words";
import { processState } from "@/lib/core/process/process-state";
import { log } from "@/lib/core/telemetry/log";
import { type Denial, describeDenial } from "@/lib/protocol/authorize/error-page/describe-denial";
import { writeForDeveloper } from "@/lib/protocol/authorize/error-page/developer-part";
import {
  causeTurns,
  findCause,
  writeForSeller,
} from "@/lib/protocol/authorize/error-page/seller-part";
import { isInstallBlock } from "@/lib/protocol/authorize/find-install-error";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";

/** Words of the protocol, which no seller knows. */
const JARGON =
  /redirect|_uri|client|scope|token|oauth|parameter|authori[sz]|\bstate\b|https?:|endpoint|grant/i;

const causes = Object.keys(causeTurns) as (keyof typeof causeTurns)[];
const values = { place: "company", product: "Market", publisher: "Shipfast", named: "yes" };

describe.each(locales)("in %s", (locale) => {
  const t = createTranslator({ locale, messages: messages[locale], namespace: "plainPages" });

  it.each(causes)("the cause %s is explained without words of the protocol", (cause) => {
    const texts = isInstallBlock(cause)
      ? [t(`blocked.${cause}.what`), t(`blocked.${cause}.next`)]
      : [
          t(`authorizeDenied.causes.${cause}.what`, values),
          t(`authorizeDenied.causes.${cause}.next`, values),
        ];
    for (const text of texts) {
      expect(text).toMatch(/\.$/);
      expect(text).not.toMatch(JARGON);
      expect(text).not.toContain("{");
    }
  });

  it("the rest of the seller's part has no words of the protocol", () => {
    const { title, back, contact } = messages[locale].plainPages.authorizeDenied;
    const texts = [...Object.values(title), ...Object.values(back), contact];
    for (const text of texts) expect(text.replaceAll(/<\/?client>/g, "")).not.toMatch(JARGON);
  });
});

describe("the cause of an error", () => {
  const spent = { check: "pushed_request", fix: { kind: "push_request_again" } } as const;
  it.each([
    [
      "client_known",
      "unknown_extension",
      new ServiceError("invalid_client", "", { check: "client_known" }),
    ],
    ["an unknown check", "malformed", new ServiceError("invalid_request", "")],
    ["a spent request", "spent", new ServiceError("invalid_request", "", spent)],
    [
      "a malformed parameter",
      "malformed",
      new ServiceError("invalid_request", "", { check: "parameter_form" }),
    ],
    ["an outage", "busy", new ServiceError("temporarily_unavailable", "")],
    ["a failure of ours", "ours", new ServiceError("server_error", "")],
    ["a draft", "listing", new ServiceError("access_denied", "", { check: "listing" })],
  ])("for %s is %s", (_, cause, error) => {
    expect(findCause(error, true)).toBe(cause);
  });

  it("for a missing parameter depends on whether the extension is known", () => {
    const error = new ServiceError("invalid_request", "", { check: "parameter_present" });
    expect(findCause(error, true)).toBe("malformed");
    expect(findCause(error, false)).toBe("unknown_extension");
  });
});

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
    ["open after a server error", { error: OURS }, true],
    ["folded for everyone but the publisher", {}, false],
  ])("is %s", (_what, change, isOpen) => {
    expect(developerPart(change).startsWith("<details open>")).toBe(isOpen);
  });

  it.each([
    ["without an extension", { client: null }],
    ["without a publisher", { publisherName: null }],
    ["after a server error", { error: OURS }],
  ])("has no link to the console %s", (_what, change) => {
    const [, end = ""] = developerPart(change).split(/<\/dl>(?![\s\S]*<\/dl>)/);
    expect(end).not.toMatch(/<p|<a/);
  });

  it.each([
    [`${REGISTERED.slice(0, -3)}xyz`, "callbacks/<mark>xyz</mark>", "<mark>aaa</mark>"],
    [`${REGISTERED}a`, "callbacks/aaa<mark>a</mark>", "callbacks/aaa</bdi>"],
    [REGISTERED.slice(0, -1), "callbacks/aa</bdi>", "aa<mark>a</mark>"],
  ])("marks where the address %s differs", (sent, marked, expected) => {
    const html = developerPart({ addresses: { sent, registered: [REGISTERED] } });
    expect(html).toContain(marked);
    expect(html).toContain(expected);
  });

  it.each<[Fix | undefined, number]>([
    [undefined, 0],
    [{ kind: "set_parameter", name: "scope", value: "a" }, 1],
    [{ kind: "contact_platform" }, 1],
  ])("shows a fix only if there is one: %j", (fix, more) => {
    const diagnosis = { check: "scope_granted", ...(fix && { fix }) } as const;
    const error = new ServiceError("invalid_scope", "It is wrong.", diagnosis);
    const html = developerPart({ isOfPublisher: true, error });
    expect(html).not.toMatch(/undefined|events\./);
    const plain = developerPart({ isOfPublisher: true });
    expect(html.split("<dt>").length).toBe(plain.split("<dt>").length + more);
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
