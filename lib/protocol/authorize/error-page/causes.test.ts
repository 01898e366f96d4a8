import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/core/errors";
import { locales } from "@/lib/core/i18n/locales";
import { messages } from "@/lib/core/i18n/messages";
import { causeTurns, findCause } from "@/lib/protocol/authorize/error-page/seller-part";
import { isInstallBlock } from "@/lib/protocol/authorize/find-install-error";

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
