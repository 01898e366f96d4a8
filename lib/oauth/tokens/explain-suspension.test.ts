import { expect, it } from "vitest";
import { clientSuspended, explainSuspension } from "@/lib/oauth/tokens/explain-suspension";

const SOUND = {
  ...{ isSuspended: false, suspensionReason: null },
  ...{ publisherIsActive: true, subjectIsActive: true },
};

it("names what is suspended, the client first", () => {
  expect(explainSuspension(SOUND)).toBeNull();
  const subject = { ...SOUND, subjectIsActive: false };
  expect(explainSuspension(subject)?.check).toBe("subject_active");
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
