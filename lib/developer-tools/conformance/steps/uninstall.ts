import { signBody } from "@/lib/consent/deliveries/sign-body";
import { signingSecret } from "@/lib/consent/deliveries/signing-secret";
import { postJson } from "@/lib/core/http/outgoing-call";
import { failed, passed, type Step, warning } from "@/lib/developer-tools/conformance/step";

/** `/fp/uninstall` must accept a signed call and should reject any other. */
export const uninstall: Step = {
  name: "uninstall",
  title: "Uninstall accepts signed calls only",
  isFoundation: false,
  run: async (candidate) => {
    const { baseUrl, clientId, companyId } = candidate;
    const body = JSON.stringify({ company_id: companyId, client_id: clientId });
    const address = `${baseUrl}/fp/uninstall`;
    const forged = await postJson(address, body, { "x-fp-signature": "0".repeat(64) });
    const secret = await signingSecret(candidate);
    const signed = await postJson(address, body, {
      "x-fp-signature": signBody(secret ?? "", body),
    });
    if (signed.status === null || signed.status >= 300) {
      return failed(
        `The response to the signed call was ${signed.status ?? signed.error}.`,
        "Respond to POST /fp/uninstall with 200 once the company's data and tokens are deleted.",
      );
    }
    if (forged.status !== null && forged.status < 400) {
      return warning(
        "The signed call was accepted, but so was one with a forged signature.",
        "Check x-fp-signature: hex HMAC-SHA256 of the body under your API secret.",
      );
    }
    return passed("The signed call was accepted, and a forged one was rejected.");
  },
};
