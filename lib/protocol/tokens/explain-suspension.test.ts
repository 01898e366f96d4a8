import { expect, it } from "vitest";
import {
  clientSuspended,
  explainSuspension,
  subjectInactive,
} from "@/lib/protocol/tokens/explain-suspension";

it("names what is suspended, the client first", () => {
  const subject = { companyId: 42, organizationId: null };
  const causes = [
    { inactiveSubject: { subject, status: "closed" as const } },
    { publisherIsActive: false },
    { isSuspended: true, suspensionReason: "It spams" },
  ];
  const sound = {
    isSuspended: false,
    suspensionReason: null,
    publisherIsActive: true,
    inactiveSubject: null,
  };
  expect(explainSuspension(sound)).toBeNull();
  const explanations = causes.map((_, index) =>
    explainSuspension(Object.assign({ ...sound }, ...causes.slice(0, index + 1))),
  );
  const fix = { kind: "contact_platform" };
  expect(explanations).toMatchObject([
    { check: "subject_active", fix, message: "The platform has closed company 42." },
    { check: "publisher_active", fix },
    { check: "client_not_suspended", fix, message: expect.stringContaining(": It spams.") },
  ]);
});

it.each([
  [null, "The platform has suspended this extension."],
  ["It spams", "The platform has suspended this extension: It spams."],
  [" Why? ", "The platform has suspended this extension: Why?"],
])("ends the operator's reason %j as a sentence", (reason, message) => {
  expect(clientSuspended(reason)).toBe(message);
});

it("names the organization that is suspended", () => {
  const shipfast = { companyId: null, organizationId: "shipfast" };
  expect(subjectInactive(shipfast, "suspended")).toContain("suspended organization shipfast.");
});
