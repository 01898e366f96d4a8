import { allowLaunch, deliverCode, launch } from "@/lib/developer-tools/conformance/launch";
import { countRefreshes, findCodeUse } from "@/lib/developer-tools/conformance/repository";
import { failed, passed, type Step, warning } from "@/lib/developer-tools/conformance/step";
import { expireAccessTokens } from "@/lib/developer-tools/sandbox/repository";
import { sha256 } from "@/lib/kernel/crypto/hash";

const FIX = "When a call is refused because the token expired, refresh it or run the flow again.";

/** After its tokens end, a launch must bring new ones (document section 5 rule 4). */
export const renewal: Step = {
  name: "renewal",
  title: "It recovers when its tokens have ended",
  isFoundation: false,
  run: async (candidate) => {
    const ended = await expireAccessTokens(candidate);
    const launched = await launch(candidate);
    if (launched.problem !== null) return failed(launched.problem, FIX);
    const code = await allowLaunch(candidate, launched);
    await deliverCode(launched, code);
    const use = await findCodeUse(sha256(code));
    if (!use?.online && !use?.offline) {
      return failed(`After its tokens ended (${ended}), a launch brought no new one.`, FIX);
    }
    const refreshes = await countRefreshes(candidate);
    if (refreshes === 0) {
      return warning(
        "A launch brought new tokens. A refresh in the background was not seen yet.",
        "Call a platform API outside a launch after the offline token has ended, and run the check again.",
      );
    }
    const often = refreshes === 1 ? "one refresh was" : `${refreshes} refreshes were`;
    return passed(`A launch brought new tokens, and ${often} seen in this company.`);
  },
};
