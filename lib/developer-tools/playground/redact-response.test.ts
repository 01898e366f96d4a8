import { expect, it } from "vitest";
import { newToken, TOKEN_KINDS } from "@/lib/core/crypto/tokens";
import { redactResponse } from "@/lib/developer-tools/playground/planned-request";

it.each(TOKEN_KINDS)("security 50: masks the text of a token that no step expects: %s", (kind) => {
  const [inHeader, inBody] = [newToken(kind), newToken(kind)];
  const headers = new Headers({
    location: `https://shipfast.example.com/?x=${inHeader}`,
    "content-type": "application/json",
  });
  const answer = { status: 200, headers, text: JSON.stringify({ x: inBody, y: `a ${inBody}b` }) };
  const shown = JSON.stringify(redactResponse(answer, [{ name: "$CODE", value: "another" }]));
  expect(shown).not.toContain(inHeader);
  expect(shown).not.toContain(inBody);
  expect(shown).toContain("https://shipfast.example.com/?x=[redacted]");
});
