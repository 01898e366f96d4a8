/** Maximum length of a scope. */
export const MAX_SCOPE_LENGTH = 128;

/** Maximum number of scopes of a client or a request. */
export const MAX_SCOPES = 100;

// scope-token of RFC 6749 section 3.3, without the comma, which separates scopes here.
const SCOPE_NAME = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/;

/** Whether `text` is a valid scope name. */
export function isScopeName(text: string): boolean {
  return text.length <= MAX_SCOPE_LENGTH && SCOPE_NAME.test(text);
}
