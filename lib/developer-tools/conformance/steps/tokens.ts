import { sha256 } from "@/lib/core/crypto/hash";
import { dayOfToken } from "@/lib/core/crypto/tokens";
import { allowLaunch, deliverCode, launch } from "@/lib/developer-tools/conformance/launch";
import { findCodeUse } from "@/lib/developer-tools/conformance/repository";
import { failed, passed, type Step } from "@/lib/developer-tools/conformance/step";

const FIX =
  "At the redirect URL, exchange the code within 60 seconds at token or offline-token with Basic credentials; the failure log shows rejected requests.";

/** The code must be exchanged (platform spec, sections 4.4 and 4.5). */
export const tokens: Step = {
  name: "tokens",
  title: "The code is exchanged for tokens",
  isFoundation: true,
  run: async (candidate) => {
    const launched = await launch(candidate);
    if (launched.problem !== null) return failed(launched.problem, FIX);
    const code = await allowLaunch(candidate, launched);
    const answer = await deliverCode(launched, code);
    if (answer.status === null)
      return failed(`The redirect URL did not respond: ${answer.error}`, FIX);
    if (answer.status >= 400)
      return failed(`The redirect URL responded with ${answer.status}.`, FIX);
    const use = await findCodeUse({ codeHash: sha256(code), day: dayOfToken(code) });
    const kinds = [...(use?.online ? ["online"] : []), ...(use?.offline ? ["offline"] : [])];
    if (kinds.length === 0) return failed("The code was never exchanged.", FIX);
    return passed(`It obtained an ${kinds.join(" and an ")} token.`);
  },
};
