import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken } from "@/lib/core/crypto/tokens";
import { allowLaunch, deliverCode, launch } from "@/lib/developer-tools/conformance/launch";
import { findCodeUse } from "@/lib/developer-tools/conformance/repository";
import { failed, passed, type Step } from "@/lib/developer-tools/conformance/step";

const FIX = "Compare the returned state with the one you sent and stop when they differ.";

/** A code that comes with a wrong state must not be used (platform spec, section 4.3, rule 4). */
export const state: Step = {
  name: "state",
  title: "A wrong state is rejected",
  isFoundation: false,
  run: async (candidate) => {
    const launched = await launch(candidate);
    if (launched.problem !== null) return failed(launched.problem, FIX);
    const code = await allowLaunch(candidate, launched);
    const answer = await deliverCode(launched, code, newId());
    const use = await findCodeUse({ codeHash: sha256(code), day: dayOfToken(code) });
    if (use?.online || use?.offline)
      return failed("It exchanged a code that came with a wrong state.", FIX);
    return passed(`It responded with ${answer.status ?? "nothing"} and did not use the code.`);
  },
};
