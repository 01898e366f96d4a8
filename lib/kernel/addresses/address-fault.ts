/** Why an address cannot be registered. Pages say it in their own language by `code`. */
export type AddressFault =
  | { code: "tooLong"; max: number }
  | { code: "wildcard" | "notAbsolute" | "otherScheme" | "insecure" | "fragment" | "userInfo" }
  /** `plain` is the one way to write it. */
  | { code: "notPlain"; plain: string }
  | { code: "query" }
  /** A query parameter that authorize adds itself. */
  | { code: "answerParameter"; name: string };

/** A fault as the API says it, the address being the subject. */
export function describeAddressFault(fault: AddressFault): string {
  switch (fault.code) {
    case "tooLong":
      return `is longer than ${fault.max} characters`;
    case "wildcard":
      return "must not hold a wildcard: list each address";
    case "notAbsolute":
      return "is not an absolute URL, like https://example.com/path";
    case "otherScheme":
      return "must start with https://";
    case "insecure":
      return "must use https; http is for 127.0.0.1, [::1] and localhost only";
    case "fragment":
      return "must not hold a fragment (#)";
    case "userInfo":
      return "must not hold a user name or password";
    case "notPlain":
      return `must be written as ${fault.plain}`;
    case "query":
      return "must not hold a query";
    case "answerParameter":
      return `must not hold the query parameter "${fault.name}"`;
  }
}
