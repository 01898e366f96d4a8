import { launch } from "@/lib/developer-tools/conformance/launch";
import { failed, passed, type Step } from "@/lib/developer-tools/conformance/step";

/** `/fp/install` must lead to a valid authorize request (platform spec, sections 4.2 and 4.3). */
export const install: Step = {
  name: "install",
  title: "Install redirects to authorize",
  isFoundation: true,
  run: async (candidate) => {
    const launched = await launch(candidate);
    if (launched.problem !== null) {
      return failed(
        launched.problem,
        "Serve /fp/install below base_url, set the cluster URL to this server, and use only redirect URLs and scopes that the client is registered for.",
      );
    }
    if (!launched.redirect.state) {
      return failed(
        "The authorize request has no state.",
        "Send a random state with each authorize request.",
      );
    }
    return passed(`It requests ${launched.scopes.join(", ")}.`);
  },
};
