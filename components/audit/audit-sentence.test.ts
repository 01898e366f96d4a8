import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "@/lib/audit/schemas";
import type { Locale } from "@/lib/core/i18n/locales";
import { messages } from "@/lib/core/i18n/messages";
import { AuditSentence } from "./audit-sentence";

type Facts = Partial<AuditEntry>;

function sentenceOf(action: string, facts: Facts, locale: Locale = "en"): string {
  const [kind = ""] = action.split(".");
  const entry: AuditEntry = {
    id: "1",
    action,
    target: `${kind.replace("_status", "")}:7`,
    target_name: "Price Watch",
    actor: { type: "user", id: "u", name: "Nia", email: null },
    before: null,
    after: null,
    ip_address: null,
    request_id: "r",
    created_at: "2026-11-21T09:30:00.000Z",
    previous_hash: null,
    hash: "",
    ...facts,
  };
  const sentence = createElement(AuditSentence, { entry });
  const props = { locale, messages: messages[locale], timeZone: "UTC", children: sentence };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, props));
  return html.replaceAll(/<[^>]*>/g, "");
}

const LISTED = { before: { listing: "unlisted" }, after: { listing: "listed" } };
const INVITED = { target_name: null, after: { email: "asha@example.com", role: "developer" } };
const URLS = ["https://a.example", "https://b.example", "https://c.example"];
const LONG = "W".repeat(500);
const CUT = `${"W".repeat(59)}…`;

describe("the sentence of an audit entry", () => {
  it.each<[what: string, action: string, facts: Facts, sentence: string, german?: string]>([
    [
      "says from what to what a field was changed",
      "client.updated",
      LISTED,
      "Nia changed the listing of Price Watch from “unlisted” to “listed”",
      "Nia hat Price Watch geändert: Verzeichnis von „nicht gelistet“ auf „gelistet“",
    ],
    [
      "counts more than two values of a list",
      "client.updated",
      { before: { redirect_urls: [] }, after: { redirect_urls: URLS } },
      "Nia changed the redirect URLs of Price Watch: added “https://a.example”, “https://b.example”, and 1 more",
    ],
    [
      "counts more than two fields",
      "client.updated",
      {
        before: { name: "A", is_active: true, base_url: null },
        after: { name: "B", is_active: false, base_url: "https://b.example" },
      },
      "Nia changed Price Watch: name from “A” to “B”, turned off “Active”, and 1 more",
    ],
    [
      "cuts long values",
      "client.updated",
      { before: { name: "A" }, after: { name: LONG } },
      `Nia changed the name of Price Watch from “A” to “${CUT}”`,
    ],
    ["cuts long names", "client.created", { target_name: LONG }, `Nia registered ${CUT}`],
    [
      "names an invited person by their address and a role by its name",
      "invitation.created",
      INVITED,
      "Nia invited asha@example.com as developer",
      "Nia hat asha@example.com als Entwickler eingeladen",
    ],
    [
      "says what was suspended once, with the reason",
      "client_status.updated",
      {
        before: { suspended: false, reason: null },
        after: { suspended: true, reason: "Spam" },
      },
      "Nia suspended Price Watch: reason: “Spam”",
    ],
    [
      "has the name of an action without a sentence",
      "webhook.added",
      { target_name: null },
      "Nia: Webhook added, 7",
    ],
    [
      "describes a target without a name",
      "organization.updated",
      {
        target_name: null,
        before: { require_second_factor: false },
        after: { require_second_factor: true },
      },
      "Nia turned on “Require second factor” for this organization",
    ],
    [
      "names the platform where a person of its staff has no name",
      "client_status.updated",
      {
        actor: { type: "operator", id: "o", name: null, email: null },
        before: { suspended: true },
        after: { suspended: false },
      },
      "The platform ended the suspension of Price Watch",
    ],
    [
      "does not repeat what a deletion always changes",
      "client.deleted",
      {
        before: { is_active: true, deleted_at: null },
        after: { is_active: false, deleted_at: "2026-11-27T15:22:44.746Z" },
      },
      "Nia deleted Price Watch",
    ],
    [
      "says what a person was not allowed, rather than the operation",
      "access.refused",
      {
        target: "operation:listAudit",
        target_name: null,
        after: { operation: "listAudit", permission: "audit:read" },
      },
      "Nia was not allowed to view the audit log",
      "Nia durfte nicht das Audit-Protokoll ansehen",
    ],
    [
      "has a value that was not there before, and a timestamp in words",
      "service_key.end_changed",
      {
        target_name: "Gateway",
        before: { ends_at: null, reason: null },
        after: { ends_at: "2026-12-01T08:00:00.000Z", reason: "Lost laptop" },
      },
      "Nia changed when secrets of the service key Gateway end: end: “1 Dec 2026, 08:00 UTC”, reason: “Lost laptop”",
    ],
  ])("%s", (_what, action, facts, sentence, german) => {
    expect(sentenceOf(action, facts)).toBe(sentence);
    if (german) expect(sentenceOf(action, facts, "de")).toBe(german);
  });
});
