/** Why an address cannot be registered. The console translates it by `code`. */
export type AddressFault =
  | { code: "tooLong"; max: number }
  | { code: "wildcard" | "notAbsolute" | "otherScheme" | "insecure" | "fragment" | "userInfo" }
  /** `plain` is the normalized form. */
  | { code: "notPlain"; plain: string }
  | { code: "query" }
  /** A query parameter that authorize adds itself. */
  | { code: "answerParameter"; name: string };

/** Describes a fault in the API's words, to follow the name of the field. */
export function describeAddressFault(fault: AddressFault): string {
  switch (fault.code) {
    case "tooLong":
      return `is longer than ${fault.max} characters`;
    case "wildcard":
      return "must not contain a wildcard; list each address";
    case "notAbsolute":
      return "must be an absolute URL, like https://example.com/path";
    case "otherScheme":
      return "must start with https://";
    case "insecure":
      return "must use https; http is allowed only for 127.0.0.1, [::1] and localhost";
    case "fragment":
      return "must not contain a fragment (#)";
    case "userInfo":
      return "must not contain a user name or password";
    case "notPlain":
      return `must be written as ${fault.plain}`;
    case "query":
      return "must not contain a query string";
    case "answerParameter":
      return `must not contain the query parameter "${fault.name}"`;
  }
}
