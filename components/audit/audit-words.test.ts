import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import type { AuditEntry } from "@/lib/audit/schemas";
import { english, messages } from "@/lib/core/i18n/messages";
import { scopeApprovalFieldsSchema } from "@/lib/platform/approvals/schemas";
import { putBrandSchema } from "@/lib/platform/brand/schemas";
import {
  clientListingFieldsSchema,
  clientStatusFieldsSchema,
} from "@/lib/platform/clients/schemas";
import { companyFieldsSchema } from "@/lib/platform/companies/schemas";
import { organizationFieldsSchema } from "@/lib/platform/organizations/schemas";
import { scopeFieldsSchema } from "@/lib/platform/scopes/schemas";
import { userFieldsSchema } from "@/lib/platform/users/schemas";
import { actionLabel, actorLabel, fieldLabel, targetLabel } from "./audit-words";

it("translates actions and fields into the reader's language", () => {
  expect(actionLabel(english.audit, "member.role_changed")).toBe("Member role changed");
  expect(actionLabel(messages.de.audit, "member.role_changed")).toBe(
    "Rolle eines Mitglieds geändert",
  );
  expect(fieldLabel(english.audit, "scopes.permissions")).toBe("Scopes permissions");
  expect(fieldLabel(messages.de.audit, "require_pkce")).toBe("PKCE verlangt");
});

it("has words in every language for what operators and the directory change", () => {
  const schemas = [
    companyFieldsSchema,
    organizationFieldsSchema,
    userFieldsSchema,
    scopeFieldsSchema,
    clientStatusFieldsSchema,
    clientListingFieldsSchema,
    scopeApprovalFieldsSchema,
    putBrandSchema,
  ];
  const names = new Set(schemas.flatMap(({ shape }) => Object.keys(shape)));
  // Not stored.
  names.delete("adopt");
  names.delete("approve_changes");
  const actions = [
    ...["client_status.updated", "client_listing.updated", "scope.approved", "scope.denied"],
    ...["user.linked", "operator.granted", "operator.revoked", "directory.imported"],
  ];
  for (const { audit } of Object.values(messages)) {
    expect(Object.keys(audit.fields)).toEqual(expect.arrayContaining([...names]));
    expect(Object.keys(audit.actions)).toEqual(
      expect.arrayContaining(actions.map((action) => action.replace(".", "_"))),
    );
  }
});

it("spells out the name of an untranslated action or field", () => {
  expect(actionLabel(messages.de.audit, "webhook.added")).toBe("Webhook added");
  expect(fieldLabel(english.audit, "callback_urls")).toBe("Callback URLs");
  expect(fieldLabel(english.audit, "constructor")).toBe("Constructor");
});

function entry(action: string, target: string, name: string | null): AuditEntry {
  return {
    id: "1",
    actor: { type: "user", id: "u", name: null, email: null },
    action,
    target,
    target_name: name,
    before: null,
    after: null,
    ip_address: null,
    request_id: "r",
    created_at: "2026-11-21T09:30:00.000Z",
    previous_hash: null,
    hash: "",
  };
}

it("names the kind of target only when the action does not", () => {
  const t = createTranslator({ locale: "en", messages: english, namespace: "audit.targets" });
  expect(targetLabel(english.audit, t, entry("client.updated", "client:1", "Shipfast"))).toBe(
    "Shipfast",
  );
  expect(targetLabel(english.audit, t, entry("secret.revealed", "client:1", "Shipfast"))).toBe(
    "client Shipfast",
  );
  expect(targetLabel(english.audit, t, entry("secret.revoked", "secret:9", null))).toBe("9");
  expect(targetLabel(english.audit, t, entry("access.refused", "operation:listAudit", null))).toBe(
    "operation listAudit",
  );
  expect(targetLabel(english.audit, t, entry("rule.broken", "webhook:7", null))).toBe("webhook 7");
});

it("shows an actor's name, or the identifier in the log if there is none", () => {
  expect(actorLabel(english.audit, { type: "user", id: "u", name: "Asha Rao" })).toBe("Asha Rao");
  expect(actorLabel(english.audit, { type: "user", id: "u", name: null })).toBe("user:u");
});

it("translates that a name was erased", () => {
  const actor = { type: "user", id: "u", name: "erased" };
  expect(actorLabel(messages.de.audit, actor)).toBe("gelöscht");
});
