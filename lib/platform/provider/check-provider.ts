import { discoverProvider } from "@/lib/platform/provider/discover-provider";
import { ProviderFailure } from "@/lib/platform/provider/provider-failure";
import { requireProvider } from "@/lib/platform/provider/require-provider";

/**
 * Reads the discovery document of the sign-in provider, as the first sign-in would.
 * @returns whether people can sign in as far as the document shows, and one sentence for operators. The client's secret
 * is not sent.
 * @throws ProviderFailure if there is no provider
 */
export async function checkProvider(): Promise<{ isUsable: boolean; summary: string }> {
  const { issuer } = requireProvider();
  try {
    await discoverProvider({ retries: true });
    return { isUsable: true, summary: `discovery read, issuer matches (${issuer})` };
  } catch (thrown) {
    if (!(thrown instanceof ProviderFailure)) throw thrown;
    const summary = `WARNING: no one can sign in at ${issuer} now. ${thrown.message}. Check it with npm run latchkey -- sign-in check.`;
    return { isUsable: false, summary };
  }
}
