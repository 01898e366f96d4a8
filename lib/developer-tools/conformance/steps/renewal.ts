import { sha256 } from "@/lib/core/crypto/hash";
import { dayOfToken } from "@/lib/core/crypto/tokens";
import { allowLaunch, deliverCode, launch } from "@/lib/developer-tools/conformance/launch";
import { countRefreshes, findCodeUse } from "@/lib/developer-tools/conformance/repository";
import { failed, passed, type Step, warning } from "@/lib/developer-tools/conformance/step";
import { expireAccessTokens } from "@/lib/developer-tools/sandbox/repository";

const FIX = "When a call fails because the token has expired, refresh it or run the flow again.";

/** After its tokens end, a launch must bring new ones (platform spec, section 5, rule 4). */
export const renewal: Step = {
  name: "renewal",
  title: "It recovers after its tokens have expired",
  isFoundation: false,
  run: async (candidate) => {
    const expiredCount = await expireAccessTokens(candidate);
    const launched = await launch(candidate);
    if (launched.problem !== null) return failed(launched.problem, FIX);
    const code = await allowLaunch(candidate, launched);
    await deliverCode(launched, code);
    const use = await findCodeUse({ codeHash: sha256(code), day: dayOfToken(code) });
    if (!use?.online && !use?.offline) {
      return failed(
        `After its tokens expired (${expiredCount}), a launch obtained no new ones.`,
        FIX,
      );
    }
    const refreshes = await countRefreshes(candidate);
    if (refreshes === 0) {
      return warning(
        "A launch obtained new tokens, but no background refresh has been seen yet.",
        "Call a platform API outside a launch after the offline token has expired, and run the check again.",
      );
    }
    const often = refreshes === 1 ? "one refresh was" : `${refreshes} refreshes were`;
    return passed(`A launch obtained new tokens, and ${often} seen in this company.`);
  },
};
