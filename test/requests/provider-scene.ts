import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { log } from "@/lib/core/telemetry/log";
import { forgetProvider } from "@/test/process/provider/forget-provider";
import { serveProvider, type TestProvider } from "@/test/process/provider/serve-provider";
import { configureTestEnv, TEST_VARIABLES } from "@/test/process/test-env";

/** Variables with which Latchkey reads companies, organizations, and operators from claims. */
export const CLAIMS = {
  OIDC_COMPANIES_CLAIM: "companies",
  OIDC_ORGANIZATIONS_CLAIM: "organizations",
  OIDC_OPERATORS_CLAIM: "latchkey",
};

/**
 * A provider for one test file, at which Latchkey signs people in. Its faults end with each test.
 *
 * @param variables of Latchkey, beside those for the provider
 */
export function providerScene(variables: Record<string, string> = {}): () => TestProvider {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await serveProvider(TEST_VARIABLES.BASE_URL);
  });
  beforeEach(() => {
    log().level = configureTestEnv({ ...provider.env, ...variables }).logLevel;
  });
  afterEach(() => {
    provider.change = null;
    provider.publishedKeys = null;
    provider.faults.clear();
    forgetProvider();
  });
  afterAll(() => provider.close());
  return () => provider;
}
