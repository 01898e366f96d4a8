import type { AuthorizeCheck } from "@/lib/oauth/authorize/authorize-context";
import { consumePushedRequest } from "@/lib/oauth/authorize/pushed-repository";
import { spentRequest } from "@/lib/oauth/authorize/resolve-parameters";

/** A pushed request works once (RFC 9126 section 7.3). This uses it up, if the parameters were pushed. */
export const usePushedRequest: AuthorizeCheck = {
  sql: null,
  async run({ pushed }) {
    if (pushed === null || (await consumePushedRequest(pushed))) return null;
    return spentRequest();
  },
};
