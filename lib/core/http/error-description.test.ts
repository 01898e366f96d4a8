import fc from "fast-check";
import { expect, it } from "vitest";
import { bearerChallenge, errorDescription } from "@/lib/core/http/render-error";

it.each([
  ['The parameter "scope" is missing.', "The parameter 'scope' is missing."],
  ["Größe, Łódź, Ångström, Việt Nam, œuvre", "Grosse, Lodz, Angstrom, Viet Nam, oeuvre"],
  ["“quoted”, ‘quoted’, „quoted“, «quoted»", "'quoted', 'quoted', 'quoted', 'quoted'"],
  ["it’s 5′ – or — 3 − 2 ‑ 1…", "it's 5' - or - 3 - 2 - 1..."],
  ["ｆｕｌｌ＂ｗｉｄｔｈ＼ﬁ½", "full'width/fi1/2"],
  ["C:\\temp\r\n\tx\u00a0y", "C:/temp   x y"],
  ["No scope is named 東京/🔑\u200b\u202e\ud800\0.", "No scope is named /."],
])("%j is described as %j", (message, description) => {
  expect(errorDescription(message)).toBe(description);
});

it("a description consists of the characters that RFC 6749 allows, whatever the message", () => {
  const message = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
  fc.assert(
    fc.property(message, (text) => {
      expect(errorDescription(text)).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/);
      const challenge = bearerChallenge("invalid_token", text);
      expect(challenge).toMatch(/^Bearer realm="latchkey", error="invalid_token", [^"]*"[^"\\]*"$/);
    }),
  );
});

it("a message of allowed characters stays as it is", () => {
  const unit = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
  const message = fc.string({ unit }).map((text) => text.replace(/["\\]/g, ""));
  fc.assert(
    fc.property(message, (text) => {
      expect(errorDescription(text)).toBe(text);
    }),
  );
});
