import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";
import { consumePushedRequest } from "@/lib/protocol/authorize/pushed-repository";
import { spentRequest } from "@/lib/protocol/authorize/resolve-parameters";

/** A pushed request works once (RFC 9126 section 7.3). This uses it up, if the parameters were pushed. */
export const usePushedRequest: AuthorizeCheck = {
  sql: null,
  async run({ pushed }) {
    if (pushed === null || (await consumePushedRequest(pushed))) return null;
    return spentRequest();
  },
};
