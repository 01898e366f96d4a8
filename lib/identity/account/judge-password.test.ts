import { describe, expect, it } from "vitest";
import { judgePassword } from "@/lib/identity/account/judge-password";
import { newPasswordSchema } from "@/lib/identity/account/schemas";

const owner = { email: "asha.rao@shipfast.example", firstName: "Asha", lastName: "Rao" };

describe("a password chosen by a person", () => {
  it.each([
    "password1234",
    "Password123!",
    "passwordpassword",
    "123456789012",
    "qwertyuiop12",
    "iloveyou2024",
    "aaaaaaaaaaaa",
    "x".repeat(200),
  ])("must not be a common one: %s", (password) => {
    expect(judgePassword(password, owner)).toBe("password_common");
  });

  it.each([
    "asha.rao@shipfast.example",
    "Asha.Rao@Shipfast.Example",
    "asha.rao@shipfast.example1!",
    "AshaRao12345",
    "shipfast.example99",
    "rao-asha-2026",
  ])("must not be the person's own email address or name: %s", (password) => {
    expect(judgePassword(password, owner)).toBe("password_personal");
  });

  it.each([
    "a long enough password",
    "correct horse battery staple",
    "Tr0ub4dor&3x",
    "rao makes the best filter coffee",
    "8Vq-1mZp_x7K",
    "größer als der Mond",
  ])("may be anything else: %s", (password) => {
    expect(judgePassword(password, owner)).toBeNull();
  });

  it("is counted in NFC: 12 to 200 characters, however a keyboard types them", () => {
    const lengthOf = (text: string) => newPasswordSchema.safeParse(text).data?.length;
    const ofLength = (count: number) => "é".repeat(count);
    for (const form of ["NFC", "NFD"] as const) {
      const lengths = [11, 12, 200, 201].map((count) => lengthOf(ofLength(count).normalize(form)));
      expect(lengths).toEqual([undefined, 12, 200, undefined]);
    }
  });

  it("must not be the person's name in another form", () => {
    const named = { ...owner, firstName: "Jürgén".normalize("NFD") };
    expect(judgePassword("jürgén-1234", named)).toBe("password_personal");
  });

  it("is checked in well under a second, however long and random", () => {
    const longest = Array.from({ length: 200 }, (_, n) => String.fromCharCode(33 + ((n * 7) % 90)));
    judgePassword("warm up the dictionary", owner);
    const before = process.cpuUsage();
    expect(judgePassword(longest.join(""), owner)).toBeNull();
    // CPU time in microseconds, because other work may run on the machine.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
