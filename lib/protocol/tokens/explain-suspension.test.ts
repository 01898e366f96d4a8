import { expect, it } from "vitest";
import {
  clientSuspended,
  explainSuspension,
  subjectInactive,
} from "@/lib/protocol/tokens/explain-suspension";

const COMPANY = { companyId: 42, organizationId: null } as const;

const SOUND = {
  ...{ isSuspended: false, suspensionReason: null },
  ...{ publisherIsActive: true, inactiveSubject: null },
};

it("names what is suspended, the client first", () => {
  expect(explainSuspension(SOUND)).toBeNull();
  const subject = {
    ...SOUND,
    inactiveSubject: { subject: COMPANY, status: "closed" as const },
  };
  expect(explainSuspension(subject)).toMatchObject({
    check: "subject_active",
    message: "The platform has closed company 42.",
  });
  const publisher = { ...subject, publisherIsActive: false };
  expect(explainSuspension(publisher)?.check).toBe("publisher_active");
  const client = { ...publisher, isSuspended: true, suspensionReason: "It spams" };
  expect(explainSuspension(client)).toMatchObject({
    check: "client_not_suspended",
    message: "The platform has suspended this extension: It spams.",
  });
});

it.each([
  [null, "The platform has suspended this extension."],
  ["It spams", "The platform has suspended this extension: It spams."],
  [" Why? ", "The platform has suspended this extension: Why?"],
])("ends the operator's reason %j as a sentence", (reason, message) => {
  expect(clientSuspended(reason)).toBe(message);
});

it("names the company or organization that is suspended", () => {
  const shipfast = { companyId: null, organizationId: "shipfast" };
  expect(subjectInactive(COMPANY, "suspended")).toBe("The platform has suspended company 42.");
  expect(subjectInactive(shipfast, "suspended")).toContain("suspended organization shipfast.");
});
