import { expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { explainSecretForm } from "@/lib/protocol/events/diagnose-credentials";
import { basic } from "@/test/requests/call-token";

const SECRET = newToken("secret");
const around = (marks: readonly string[]) =>
  marks.map((pair) => `${pair.slice(0, pair.length / 2)}${SECRET}${pair.slice(pair.length / 2)}`);

const formsIn = (authorization: string | null, parameters: Record<string, unknown>) =>
  explainSecretForm({ authorization, parameters }).map(({ values }) => values.form);

const forms: Readonly<Record<string, string[]>> = {
  line_break: [
    ...["\n", "\r\n", "\u2028", "\\n"].map((end) => SECRET + end),
    ...[`\n${SECRET}`, `${SECRET.slice(0, 10)}\n${SECRET.slice(10)}`],
  ],
  quotes: [
    ...around(['""', "''", "``", "“”", "„“", "«»", '\\"\\"']),
    ...[`"${SECRET}`, `${SECRET}'`],
  ],
  space: [" ", "\t", "\u00a0", "\u200b", "\ufeff"].flatMap((space) => [
    ...[space + SECRET, SECRET + space],
  ]),
  encoded: [`${SECRET}%2B`],
};

it.each(Object.entries(forms).flatMap(([form, sent]) => sent.map((each) => [form, each] as const)))(
  "names the form of a wrong secret, in the header and in the body: %s",
  (form, clientSecret) => {
    const encoded = basic({ clientId: "a-client", clientSecret: encodeURIComponent(clientSecret) });
    expect(formsIn(null, { client_secret: clientSecret })).toEqual([form]);
    expect(formsIn(encoded, {})).toEqual([form]);
    const plain = basic({ clientId: "a-client", clientSecret });
    if (form !== "encoded") expect(formsIn(plain, {})).toEqual([form]);
  },
);

it("names each form of a secret that has several, and none of one as it was issued or no text", () => {
  expect(formsIn(null, { client_secret: `"${SECRET}"\n` })).toEqual(["line_break", "quotes"]);
  for (const client_secret of [SECRET, "", "a b+c", 1, null, ["\n"]]) {
    expect(formsIn(null, { client_secret })).toEqual([]);
  }
  expect(formsIn(basic({ clientId: "a-client", clientSecret: SECRET }), {})).toEqual([]);
  expect(formsIn("Bearer \n", {})).toEqual([]);
});
