import { expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { explainSecretForm } from "@/lib/protocol/events/explain-secret-form";
import { basic } from "@/test/requests/call-token";

const SECRET = newToken("secret");

const formsIn = (authorization: string | null, parameters: Record<string, unknown>) =>
  explainSecretForm({ authorization, parameters }).map(({ values }) => values.form);

const forms: [form: string, secret: string][] = [
  ...["\n", "\r\n", "\u2028", "\\n"].map((end): [string, string] => ["line_break", SECRET + end]),
  ["line_break", `\n${SECRET}`],
  ["line_break", `${SECRET.slice(0, 10)}\n${SECRET.slice(10)}`],
  ...[`"${SECRET}"`, `'${SECRET}'`, `\`${SECRET}\``, `“${SECRET}”`, `„${SECRET}“`].map(
    (secret): [string, string] => ["quotes", secret],
  ),
  ...[`«${SECRET}»`, `"${SECRET}`, `${SECRET}'`, `\\"${SECRET}\\"`].map(
    (secret): [string, string] => ["quotes", secret],
  ),
  ...[" ", "\t", "\u00a0", "\u200b", "\ufeff"].flatMap((space): [string, string][] => [
    ["space", space + SECRET],
    ["space", SECRET + space],
  ]),
  ["encoded", `${SECRET}%2B`],
];

it.each(forms)(
  "names the form of a wrong secret, in the header and in the body: %s",
  (form, clientSecret) => {
    const authorization = basic({ clientId: "a-client", clientSecret });
    const encoded = basic({ clientId: "a-client", clientSecret: encodeURIComponent(clientSecret) });

    expect(formsIn(null, { client_secret: clientSecret })).toEqual([form]);
    expect(formsIn(encoded, {})).toEqual([form]);
    if (form !== "encoded") expect(formsIn(authorization, {})).toEqual([form]);
  },
);

it("names each form of a secret that has several", () => {
  expect(formsIn(null, { client_secret: `"${SECRET}"\n` })).toEqual(["line_break", "quotes"]);
});

it("says nothing of a secret as it was issued, of one that is no text, and of none", () => {
  for (const client_secret of [SECRET, "", "a b+c", 1, null, ["\n"]]) {
    expect(formsIn(null, { client_secret })).toEqual([]);
  }
  expect(formsIn(basic({ clientId: "a-client", clientSecret: SECRET }), {})).toEqual([]);
  expect(formsIn("Bearer \n", {})).toEqual([]);
});
