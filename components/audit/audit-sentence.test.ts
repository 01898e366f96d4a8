import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "@/lib/audit/schemas";
import type { Locale } from "@/lib/core/i18n/locales";
import { messages } from "@/lib/core/i18n/messages";
import { AuditSentence } from "./audit-sentence";

function entry(action: string, target: string, facts: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: "1",
    actor: { type: "user", id: "u", name: "Nia", email: null },
    action,
    target,
    target_name: "Price Watch",
    before: null,
    after: null,
    ip_address: null,
    request_id: "r",
    created_at: "2026-11-21T09:30:00.000Z",
    previous_hash: null,
    hash: "",
    ...facts,
  };
}

function sentenceOf(shown: AuditEntry, locale: Locale = "en"): string {
  const sentence = createElement(AuditSentence, { entry: shown });
  const props = { locale, messages: messages[locale], timeZone: "UTC", children: sentence };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, props));
  return html.replaceAll(/<[^>]*>/g, "");
}

describe("an entry of the audit log", () => {
  it("says from what to what a field was changed, in the reader's language", () => {
    const changed = entry("client.updated", "client:1", {
      before: { listing: "unlisted" },
      after: { listing: "listed" },
    });
    expect(sentenceOf(changed)).toBe("Nia changed the listing of Price Watch: unlisted to listed");
    expect(sentenceOf(changed, "de")).toBe(
      "Nia hat Price Watch geändert: Sichtbarkeit nicht gelistet zu gelistet",
    );
  });

  it("counts what it cannot name: more than two values of a list, and more than two fields", () => {
    const urls = ["https://a.example", "https://b.example", "https://c.example"];
    const listed = { before: { redirect_urls: [] }, after: { redirect_urls: urls } };
    expect(sentenceOf(entry("client.updated", "client:1", listed))).toBe(
      "Nia changed the redirect URLs of Price Watch: added https://a.example, https://b.example, and 1 more, removed nothing",
    );
    const several = {
      before: { name: "A", is_active: true, base_url: null },
      after: { name: "B", is_active: false, base_url: "https://b.example" },
    };
    expect(sentenceOf(entry("client.updated", "client:1", several))).toBe(
      "Nia changed Price Watch: Name A to B, Is active no, and 1 more",
    );
  });

  it("cuts long values and names", () => {
    const long = { before: { name: "A" }, after: { name: "W".repeat(500) } };
    expect(sentenceOf(entry("client.updated", "client:1", long))).toContain(
      `to ${"W".repeat(59)}…`,
    );
    const named = entry("client.created", "client:1", { target_name: "W".repeat(120) });
    expect(sentenceOf(named)).toBe(`Nia registered ${"W".repeat(59)}…`);
  });

  it("names an invited person by their address and a role by its name", () => {
    const facts = { target_name: null, after: { email: "asha@example.com", role: "developer" } };
    const invited = entry("invitation.created", "invitation:1", facts);
    expect(sentenceOf(invited)).toBe("Nia invited asha@example.com as developer");
    expect(sentenceOf(invited, "de")).toBe("Nia hat asha@example.com als Entwickler eingeladen");
  });

  it("says what was suspended once, with the reason", () => {
    const facts = {
      before: { suspended: false, reason: null },
      after: { suspended: true, reason: "Spam" },
    };
    expect(sentenceOf(entry("client_status.updated", "client:1", facts))).toBe(
      "Nia suspended Price Watch: Reason added Spam",
    );
  });

  it("shows the name of an action without a sentence, and a target without a name", () => {
    const unknown = entry("webhook.added", "webhook:7", { target_name: null });
    expect(sentenceOf(unknown)).toBe("Nia: Webhook added, 7");
    const renamed = entry("organization.updated", "organization:1", {
      target_name: null,
      before: { require_second_factor: false },
      after: { require_second_factor: true },
    });
    expect(sentenceOf(renamed)).toBe("Nia changed this organization: Require second factor yes");
  });

  it("has a sentence in every language for each action that has a name", () => {
    for (const { audit } of Object.values(messages)) {
      expect(Object.keys(audit.sentences)).toEqual(Object.keys(audit.actions));
    }
  });
});
