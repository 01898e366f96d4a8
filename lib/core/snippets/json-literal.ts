// Line breaks indent. YAML allows the last ones only as escapes.
const TO_ESCAPE = /[^\P{Cc}\n]|[\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/gu;

/**
 * A value as JSON without control or direction characters. The literal of a text means the same in YAML, JavaScript,
 * Python, and Java.
 */
export function jsonLiteral(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(
    TO_ESCAPE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
