/** Why an address cannot be registered. The console translates it by `code`. */
export type AddressFault =
  | { code: "tooLong"; max: number }
  | { code: "wildcard" | "notAbsolute" | "otherScheme" | "insecure" | "fragment" | "userInfo" }
  /** `plain` is the normalized form. */
  | { code: "notPlain"; plain: string }
  | { code: "query" | "notHttps" | "notPublic" }
  /** A query parameter that authorize adds itself. */
  | { code: "answerParameter"; name: string };

/** Describes a fault in the API's words, to follow the name of the field. */
export function describeAddressFault(fault: AddressFault): string {
  switch (fault.code) {
    case "tooLong":
      return `is longer than ${fault.max} characters`;
    case "wildcard":
      return "must not contain a wildcard: list each URL";
    case "notAbsolute":
      return "is not an absolute URL such as https://example.com/path";
    case "otherScheme":
      return "must start with https://";
    case "insecure":
      return "must use https. Only 127.0.0.1, [::1] and localhost may use http";
    case "fragment":
      return "must not contain a fragment (#)";
    case "userInfo":
      return "must not contain a user name or password";
    case "notPlain":
      return `must be written as ${fault.plain}`;
    case "notHttps":
      return "must start with https://";
    case "notPublic":
      return "must have a public host name, not an IP address or a name of a private network";
    case "query":
      return "must not contain a query";
    case "answerParameter":
      return `must not contain the query parameter "${fault.name}"`;
  }
}
