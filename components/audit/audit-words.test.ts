import { expect, it } from "vitest";
import type { AuditEntry } from "@/lib/audit/schemas";
import { actionLabel, actorLabel, fieldLabel, targetLabel } from "./audit-words";

it("puts actions and fields into words", () => {
  expect(actionLabel("client.updated")).toBe("Client updated");
  expect(actionLabel("member.role_changed")).toBe("Member role changed");
  expect(fieldLabel("redirect_urls")).toBe("Redirect URLs");
  expect(fieldLabel("require_pkce")).toBe("Require PKCE");
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

it("names the kind of a target only where the action does not", () => {
  expect(targetLabel(entry("client.updated", "client:1", "Shipfast"))).toBe("Shipfast");
  expect(targetLabel(entry("secret.revealed", "client:1", "Shipfast"))).toBe("client Shipfast");
  expect(targetLabel(entry("secret.revoked", "secret:9", null))).toBe("9");
  expect(targetLabel(entry("access.refused", "operation:listAudit", null))).toBe(
    "operation listAudit",
  );
});

it("names an actor by name, else as the log does", () => {
  expect(actorLabel({ type: "user", id: "u", name: "Asha Rao" })).toBe("Asha Rao");
  expect(actorLabel({ type: "user", id: "u", name: null })).toBe("user:u");
});
