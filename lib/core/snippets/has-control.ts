// Includes surrogates without a partner, which no encoding has.
const CONTROL = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u;

/** Whether a terminal would act on a character of `text`, or the text would look like another one. */
export function hasControl(text: string): boolean {
  return CONTROL.test(text);
}
