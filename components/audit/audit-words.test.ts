import { expect, it } from "vitest";
import { english, messages } from "@/lib/core/i18n/messages";
import { rolePermissions } from "@/lib/core/permissions/permissions";
import { operatorPermissions } from "@/lib/core/permissions/platform-permissions";
import { scopeApprovalFieldsSchema } from "@/lib/platform/approvals/schemas";
import { putBrandSchema } from "@/lib/platform/brand/schemas";
import {
  clientListingFieldsSchema,
  clientStatusFieldsSchema,
} from "@/lib/platform/clients/schemas";
import { actionLabel, actorLabel, fieldLabel, messageKey } from "./audit-words";

it("translates actions and fields into the reader's language", () => {
  expect(actionLabel(english.audit, "member.role_changed")).toBe("Member role changed");
  expect(actionLabel(messages.de.audit, "member.left")).toBe("Mitglied ausgetreten");
  expect(fieldLabel(english.audit, "scopes.type")).toBe("Type of the scopes");
  expect(fieldLabel(messages.de.audit, "require_pkce")).toBe("PKCE vorschreiben");
});

it("has words in every language for what operators change", () => {
  const schemas = [
    ...[clientStatusFieldsSchema, clientListingFieldsSchema, scopeApprovalFieldsSchema],
    putBrandSchema,
  ];
  const names = new Set(schemas.flatMap(({ shape }) => Object.keys(shape)));
  // Not stored.
  for (const name of ["adopt", "approve_changes", "pending_review"]) names.delete(name);
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

it("shows an actor's name, or that it was erased, or a word for an actor without a name", () => {
  const shown = (type: string, name: string | null) =>
    actorLabel(messages.de.audit, { type, id: "u", name });
  expect([shown("user", "Asha Rao"), shown("user", "erased")]).toEqual(["Asha Rao", "gelöscht"]);
  expect([shown("operator", null), shown("later", null)]).toEqual(["Die Plattform", "later:u"]);
});

it("has words in every language for each permission that can be missing", () => {
  const all = [...rolePermissions.owner, ...operatorPermissions.operator];
  for (const { audit } of Object.values(messages)) {
    expect(Object.keys(audit.permissions).toSorted()).toEqual(all.map(messageKey).toSorted());
  }
});
